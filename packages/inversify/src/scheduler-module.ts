import type { QueueDescription, StoreDescription } from '@scheduler/contracts/adapter';
import type { ConfigSources } from '@scheduler/core';
import { ContainerModule } from 'inversify';
import { bindNode } from './bind-node.js';
import { bindServices } from './container/bind-services.js';
import { bindStore, type StoreSource } from './container/bind-store.js';
import { unlessBound } from './container/unless-bound.js';

export interface SchedulerModuleOptions<
  TStores extends readonly StoreDescription[] = readonly [],
  TQueues extends readonly QueueDescription[] = readonly [],
> extends ConfigSources<TStores, TQueues> {
  /** The store. Leave it out if SCHEDULER_STORE is bound elsewhere. */
  readonly store?: StoreSource;
  /** The environment for `SCHEDULER_*` variables. Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Binds all parts of a node, each under its token and as a singleton of the container. Tokens that are bound before the module is
 * loaded keep their bindings; afterwards a part is replaced by `await container.rebind(…)`, before the node is first resolved.
 *
 * @example
 * const container = new Container();
 * await container.load(
 *   schedulerModule({ store: (context) => createMemoryStore({ clock: context.get(CLOCK) }) }),
 *   reportsModule,
 * );
 * await container.get(SCHEDULER_NODE).start();
 */
export function schedulerModule<
  const TStores extends readonly StoreDescription[] = readonly [],
  const TQueues extends readonly QueueDescription[] = readonly [],
>(options: SchedulerModuleOptions<TStores, TQueues> = {}): ContainerModule {
  return new ContainerModule((load) => {
    const bind = unlessBound(load);
    bindServices(bind, options);
    bindStore(bind, options.store);
    bindNode(bind);
  });
}
