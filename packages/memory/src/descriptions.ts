import { describeStore } from '@scheduler/contracts/adapter';
import type * as StoreModule from './memory-store.js';

/** The store of this package as a configuration names it; the rest of the package is loaded where it is chosen. */
const load = module.require.bind(module);

export const memoryStore = describeStore({
  name: 'memory',
  section: 'memory',
  settings: { eventLog: { kind: 'flag', default: false, variable: 'SCHEDULER_MEMORY_EVENT_LOG' } },
  create: ({ eventLog }, { clock }) => {
    const { createMemoryStore } = load('./memory-store.js') as typeof StoreModule;
    return createMemoryStore({ clock, eventLog });
  },
  describe: () => 'memory, which forgets when the process ends',
});
