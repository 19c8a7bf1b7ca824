import { advanceRuns } from './advance-runs.js';
import { type Mutant, replacing } from './mutant.js';

/** `UPDATE … SET remaining = remaining - 1`, also for an outcome that was stored before, whose answer was lost. */
export const arrivalCountedTwice: Mutant = {
  name: 'arrival-counted-twice',
  title: 'an outcome that is sent again after a lost answer counts again in the join of a map',
  workload: 'workflows',
  wrap: ({ store, database, send }) => ({
    executions: replacing(store.executions, {
      settle: async ({ settlements }) => {
        const repeated = await send('executions.find', async () =>
          settlements.flatMap(({ execution: { id, fence } }) => {
            const stored = database.executions.records.get(id)?.execution;
            return stored?.fence === fence && stored.status !== 'running' ? [stored] : [];
          }),
        );
        if (repeated.length > 0) await send('workflows.advance', async () => advanceRuns(database, repeated));
        return store.executions.settle({ settlements });
      },
    }),
  }),
};
