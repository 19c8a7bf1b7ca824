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
  /** Where everything is stored. Leave it out where SCHEDULER_STORE is bound elsewhere. */
  readonly store?: StoreSource;
  /** Settings in code; they win over the environment. */
  readonly config?: ConfigSources<TStores, TQueues>['config'];
  /** Where `SCHEDULER_*` variables are read from. Default `process.env`. */
  readonly env?: ConfigSources['env'];
}

/**
 * Everything that a node needs, each part under its token and made once for each container. What is bound before the module is
 * loaded stays; what should be different afterwards is one `rebindSync`, before the node is asked for.
 *
 * @example
 * const container = new Container();
 * container.loadSync(
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
