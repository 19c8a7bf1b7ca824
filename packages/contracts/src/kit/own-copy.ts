import { ScheduledJob } from '../jobs/scheduled-job.js';
import type { Trigger } from '../jobs/trigger.js';

/**
 * A copy at every depth of a value that goes into a store or comes out of it, for stores that keep objects: what a caller does with its own
 * must not change what is stored. Plain objects, lists, dates and jobs are copied; functions and objects of other classes, such as
 * transactions, are not.
 */
export function ownCopy<T>(value: T): T {
  return copyOf(value, new Map()) as T;
}

/** `copies`: those that were made so far, so that a cycle stays one. */
type Copies = Map<object, unknown>;

function copyOf(value: unknown, copies: Copies): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Object.prototype.toString.call(value) === '[object Date]') return new Date(value as Date);
  if (copies.has(value)) return copies.get(value);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const item of value) list.push(copyOf(item, copies));
    return list;
  }
  if (value instanceof ScheduledJob) return new ScheduledJob(copyOfMembers(value, copies));
  return isPlain(value) ? copyOfMembers(value, copies) : value;
}

/** Whether it is an object without a class, of this realm or of another. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function copyOfMembers<T extends object>(value: T, copies: Copies): T {
  const copy: Record<string, unknown> = {};
  copies.set(value, copy);
  for (const [key, member] of Object.entries(value)) {
    const own = copyOf(member, copies);
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: own, enumerable: true, writable: true, configurable: true });
    else copy[key] = own;
  }
  return copy as T;
}

/** A port whose requests and answers are copied at every depth. */
export function withOwnCopies<TPort extends object>(port: TPort): TPort {
  return new Proxy(port, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]) => {
        const answer: unknown = Reflect.apply(
          member,
          target,
          given.map((each) => ownCopy(each)),
        );
        return answer instanceof Promise ? answer.then((late: unknown) => ownCopy(late)) : ownCopy(answer);
      };
    },
  });
}

/** The same trigger with dates of its own. One without dates is returned as it is. */
export function withOwnDates(trigger: Trigger): Trigger {
  if (trigger.kind === 'once') return { ...trigger, at: new Date(trigger.at) };
  if ('anchor' in trigger && trigger.anchor !== null) return { ...trigger, anchor: new Date(trigger.anchor) };
  return trigger;
}
