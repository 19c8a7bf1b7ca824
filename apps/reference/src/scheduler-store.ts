import { type Clock, ConfigurationInvalid, type SchedulerStore } from '@scheduler/contracts';
import type { SchedulerConfig } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';

type StoreFactory = (clock: Clock) => SchedulerStore;

/** The stores that this application can run on, by the names that `SCHEDULER_STORE` accepts. */
const STORES: ReadonlyMap<string, StoreFactory> = new Map([
  ['memory', (clock) => createMemoryStore({ clock })],
]);

export function createSchedulerStore(
  { store }: Pick<SchedulerConfig, 'store'>,
  clock: Clock,
): SchedulerStore {
  const create = STORES.get(store);
  if (create !== undefined) return create(clock);
  throw new ConfigurationInvalid({
    field: 'SCHEDULER_STORE',
    value: store,
    problem: 'is not a store that this application can run on',
    accepted: [...STORES.keys()].join(', '),
  });
}
