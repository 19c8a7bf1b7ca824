import type { FireResult, Firing } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '@scheduler/memory';
import { advance, insert, type Planned, planned } from './fire-in-steps.js';
import { type Mutant, replacing } from './mutant.js';

/** Two statements where there must be one: a node that dies between them loses an occurrence. */
export const advanceThenInsert: Mutant = {
  name: 'advance-then-insert',
  title: 'the cursor moves in one statement, and the execution is inserted in the next',
  wrap: ({ store, database, send }) => ({
    schedules: replacing(store.schedules, {
      fire: async ({ firings }) => {
        const plans = await send('schedules.advance', async () =>
          firings.map((firing) => advanced(database, firing)),
        );
        return send('schedules.insert', async () =>
          plans.map((plan, index) => inserted(database, plan, firings[index]?.job.id ?? '')),
        );
      },
    }),
  }),
};

function advanced(database: MemoryDatabase, firing: Firing): Planned | null {
  const plan = planned(database, firing);
  return plan !== null && advance(database, plan) ? plan : null;
}

function inserted(database: MemoryDatabase, plan: Planned | null, jobId: string): FireResult {
  if (plan === null) return { kind: 'conflict', jobId };
  insert(database, plan);
  return { kind: 'fired', job: plan.job, executions: plan.executions };
}
