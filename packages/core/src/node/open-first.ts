import { ownCopy } from '@scheduler/contracts/adapter';
import type { NodeLifetime } from './node-lifetime.js';

type Method = (...parameters: never[]) => unknown;

/** The methods of a service that answer at once, without the store. */
export type PlainMethod<TService> = {
  [Key in keyof TService]: TService[Key] extends Method
    ? ReturnType<TService[Key]> extends Promise<unknown>
      ? never
      : Key
    : never;
}[keyof TService];

/** Names each plain method of a service, so that a new one cannot be forgotten. `scoped`: it gives the same service for a tenant. */
export type PlainMethods<TService> = Readonly<
  Record<PlainMethod<TService>, 'plain' | 'scoped'> & Partial<Record<keyof TService, 'plain' | 'scoped'>>
>;

/**
 * The same service, whose methods open the store of the node first where nobody has, and are refused once the node has stopped. Every
 * store thereby behaves alike before the start and after the stop. Once the node is open it costs a look at a field.
 */
export function openFirst<TService extends object>(
  service: TService,
  lifetime: Pick<NodeLifetime, 'admit'>,
  plain: PlainMethods<TService>,
): TService {
  const guards = new Map<unknown, Method>();
  const kinds = plain as Readonly<Record<PropertyKey, 'plain' | 'scoped' | undefined>>;
  const guard = (key: PropertyKey, method: Method): Method => {
    const call = (parameters: readonly unknown[]): unknown => Reflect.apply(method, service, parameters);
    if (kinds[key] === 'plain') return (...parameters) => call(parameters);
    if (kinds[key] === 'scoped')
      return (...parameters) => openFirst(call(parameters) as TService, lifetime, plain);
    return (...parameters) => admitted(lifetime, String(key), parameters, call);
  };
  // A proxy must show the properties of a frozen object as they are, so that it stands before an heir of it.
  const target: TService = Object.isFrozen(service) ? (Object.create(service) as TService) : service;
  return new Proxy(target, {
    get: (_, key) => {
      const value: unknown = Reflect.get(service, key, service);
      if (typeof value !== 'function' || key === 'constructor') return value;
      const known = guards.get(value) ?? guard(key, value as Method);
      guards.set(value, known);
      return known;
    },
  });
}

function admitted(
  lifetime: Pick<NodeLifetime, 'admit'>,
  operation: string,
  parameters: readonly unknown[],
  call: (parameters: readonly unknown[]) => unknown,
): unknown {
  try {
    const opening = lifetime.admit(operation, { inTransaction: hasTransaction(parameters) });
    if (opening === null) return call(parameters);
    // The caller may change what it gave while the store is being opened.
    const copies = ownCopy(parameters);
    return opening.then(() => call(copies));
  } catch (error) {
    return Promise.reject(error as Error);
  }
}

/** Options stand last. */
function hasTransaction(parameters: readonly unknown[]): boolean {
  const options = parameters.at(-1);
  return (
    typeof options === 'object' &&
    options !== null &&
    'transaction' in options &&
    options.transaction !== undefined
  );
}
