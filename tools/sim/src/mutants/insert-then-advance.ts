import type { FireResult } from '@scheduler/contracts/adapter';
import { advance, insert, planned } from './fire-in-steps.js';
import { type Mutant, replacing } from './mutant.js';

/** Two statements where there must be one, and no index that makes an occurrence unique, so that two nodes fire it twice. */
export const insertThenAdvance: Mutant = {
  name: 'insert-then-advance',
  title:
    'the execution is inserted in one statement, the cursor moves in the next, and no index guards the occurrence',
  wrap: ({ store, database, send }) => ({
    schedules: replacing(store.schedules, {
      fire: async ({ firings }) => {
        const plans = await send('schedules.insert', async () => {
          const made = firings.map((firing) => planned(database, firing));
          for (const plan of made) if (plan !== null) insert(database, plan);
          return made;
        });
        return send('schedules.advance', async () =>
          plans.map((plan, index): FireResult => {
            if (plan !== null && advance(database, plan))
              return { kind: 'fired', job: plan.job, executions: plan.executions };
            return { kind: 'conflict', jobId: firings[index]?.job.id ?? '' };
          }),
        );
      },
    }),
  }),
};
