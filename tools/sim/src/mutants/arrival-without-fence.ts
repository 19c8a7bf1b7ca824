import { settleExecution } from '@scheduler/contracts/adapter';
import { advanceRuns } from './advance-runs.js';
import { type Mutant, replacing } from './mutant.js';

/** The execution is safe, but what comes after it starts while its new holder still works on it. */
export const arrivalWithoutFence: Mutant = {
  name: 'arrival-without-fence',
  title:
    'a run advances with the outcome of a step whose lease was lost, although the outcome itself is refused',
  workload: 'workflows',
  wrap: ({ store, database, send }) => ({
    executions: replacing(store.executions, {
      settle: async ({ settlements }) => {
        const results = await store.executions.settle({ settlements });
        const refused = settlements.filter((_, index) => results[index] === null);
        if (refused.length > 0)
          await send('workflows.advance', async () => {
            const at = database.now();
            const claimed = refused.map(({ execution, outcome, startedAt }) =>
              settleExecution({ ...execution, status: 'running' }, outcome, at, startedAt),
            );
            advanceRuns(database, claimed);
          });
        return results;
      },
    }),
  }),
};
