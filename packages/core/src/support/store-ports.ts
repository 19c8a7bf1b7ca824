import type { StoreCapabilities } from '@scheduler/contracts';
import { missingPort, type OptionalPort } from '@scheduler/contracts/adapter';

interface NamedStore {
  readonly capabilities: Pick<StoreCapabilities, 'name'>;
}

/** Which optional ports the store of a node has, and the refusal of what needs another one. */
export class StorePorts {
  constructor(
    private readonly store: NamedStore,
    private readonly missing: ReadonlySet<OptionalPort>,
  ) {}

  has(port: OptionalPort): boolean {
    return !this.missing.has(port);
  }

  /** Throws FeatureNotSupported where the store does not have the port. */
  require(port: OptionalPort): void {
    if (this.missing.has(port)) throw missingPort(port, this.store.capabilities.name);
  }
}

/** Stands for a port that the store does not have: every call of it is refused. */
export function refusingPort<TPort extends object>(port: OptionalPort, store: NamedStore): TPort {
  return new Proxy(Object.freeze({}) as TPort, {
    get: (_target, key) =>
      // An await must not mistake it for a promise.
      typeof key === 'symbol' || key === 'then'
        ? undefined
        : () => Promise.reject(missingPort(port, store.capabilities.name)),
  });
}
