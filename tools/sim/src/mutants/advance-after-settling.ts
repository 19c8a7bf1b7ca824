import { advanceRuns } from './advance-runs.js';
import { type Mutant, replacing } from './mutant.js';
import { settleCurrent } from './settle-current.js';

/** A node that dies in between leaves a run that nobody advances any more. */
export const advanceAfterSettling: Mutant = {
  name: 'advance-after-settling',
  title: 'the outcome of a step is written in one statement, and its run advances in the next',
  workload: 'workflows',
  wrap: ({ store, database, send }) => ({
    executions: replacing(store.executions, {
      settle: async ({ settlements }) => {
        const results = await send('executions.settle', async () =>
          settlements.map((settlement) =>
            settleCurrent(
              database,
              settlement,
              ({ status, fence }) => status === 'running' && fence === settlement.execution.fence,
            ),
          ),
        );
        await send('workflows.advance', async () => advanceRuns(database, results));
        return results;
      },
    }),
  }),
};
