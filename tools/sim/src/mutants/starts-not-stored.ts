import { type Mutant, replacing } from './mutant.js';

/** A handler that ends its process seems never to have started, so that it is called without end. */
export const startsNotStored: Mutant = {
  name: 'starts-not-stored',
  title: 'a heartbeat extends the lease, and forgets the start that it confirms',
  wrap: ({ store }) => ({
    executions: replacing(store.executions, {
      heartbeat: ({ leases, leaseMs }) =>
        store.executions.heartbeat({
          leases: leases.map(({ executionId, fence }) => ({ executionId, fence })),
          leaseMs,
        }),
    }),
  }),
};
