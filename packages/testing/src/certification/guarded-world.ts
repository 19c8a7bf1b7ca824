import { isPromise } from 'node:util/types';
import type { Attempt } from './attempt.js';

type AnyFunction = (this: unknown, ...given: unknown[]) => unknown;

/** Which functions of the world answer with promises: only they can be held back, and a process can only die at an await. */
export class AsynchronousNames {
  private readonly names = new Set<string>();

  learn(name: string): void {
    this.names.add(name);
  }

  has(name: string, method: AnyFunction): boolean {
    return this.names.has(name) || method.constructor.name === 'AsyncFunction';
  }
}

interface Guard {
  readonly attempt: Attempt;
  readonly asynchronous: AsynchronousNames;
}

/**
 * The world as one attempt sees it: functions at any depth that answer with a promise are calls of the attempt. Collections and dates are
 * given as they are.
 */
export function guardedWorld<TWorld extends object>(world: TWorld, guard: Guard): TWorld {
  return guarded(world, '', guard) as TWorld;
}

function guarded(value: unknown, path: string, guard: Guard): unknown {
  if (typeof value === 'function') return guardedFunction(value as AnyFunction, undefined, { path, guard });
  return isOpaque(value) ? value : guardedObject(value as object, path, guard);
}

function guardedObject(target: object, path: string, guard: Guard): object {
  return new Proxy(target, {
    get: (raw, property) => {
      const member: unknown = Reflect.get(raw, property, raw);
      // A proxy must show fields that can never change as they are.
      const fixed = Reflect.getOwnPropertyDescriptor(raw, property);
      if (typeof property === 'symbol' || (fixed?.configurable === false && fixed.writable === false))
        return member;
      const name = path === '' ? property : `${path}.${property}`;
      if (typeof member === 'function')
        return guardedFunction(member as AnyFunction, raw, { path: name, guard });
      return isOpaque(member) ? member : guardedObject(member as object, name, guard);
    },
  });
}

function guardedFunction(
  method: AnyFunction,
  owner: unknown,
  { path, guard }: { readonly path: string; readonly guard: Guard },
): AnyFunction {
  return (...given) => {
    const withCallbacks = given.map((one) =>
      typeof one === 'function' ? guardedCallback(one as AnyFunction, path, guard) : one,
    );
    const apply = () => Reflect.apply(method, owner, withCallbacks);
    if (guard.asynchronous.has(path, method)) return guard.attempt.call(path, apply);
    const result = apply();
    if (isPromise(result)) guard.asynchronous.learn(path);
    return result;
  };
}

/** A callback gets guarded objects, such as the transaction that it works with. */
function guardedCallback(callback: AnyFunction, path: string, guard: Guard): AnyFunction {
  return (...given) =>
    callback(...given.map((one) => (isOpaque(one) ? one : guardedObject(one as object, path, guard))));
}

/** Collections, dates, promises and whatever else has a tag of its own need their own `this`. */
function isOpaque(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.prototype.toString.call(value) !== '[object Object]';
}
