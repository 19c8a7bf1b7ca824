import { setTimeout as delay } from 'node:timers/promises';
import { defineHandler, JobResult } from '@scheduler/contracts';
import { outcomeOf } from '@scheduler/testing';
import { drawn } from '../workload/draw.mjs';
import { behave } from './behaviour.mjs';

/** The job types of the workload, by the guard of their effect. */
export const FENCED = 'fenced_work';
export const TRANSACTIONAL = 'transactional_work';

/**
 * Creates the handler for all jobs of the workload. It reports its start to the witness, behaves as its payload says, makes its one effect,
 * and returns an outcome that identifies its attempt.
 */
export function createHandler({ witness, seed, knex, effectsTable, freeze }) {
  const effects = {
    [FENCED]: (_job, context) => fencedEffect(witness, context),
    [TRANSACTIONAL](job, context, random) {
      const freezes = job.payload?.freezesAt === context.occurrence && context.fence === 1;
      const linger = freezes ? () => freeze(context.executionId) : () => delay(random.next() * 20);
      return transactionalEffect({ knex: knex(), effectsTable, linger }, context);
    },
  };
  return defineHandler({
    type: [FENCED, TRANSACTIONAL],
    async handle(job, context) {
      const { executionId, fence, node } = context;
      await witness.start({ executionId, jobId: job.id, fence, node });
      const number = job.payload?.number ?? context.occurrence ?? 0;
      const random = drawn(seed, job.name ?? 'enqueued', number, fence);
      const answer = await behave(job.payload ?? {}, context, random);
      if (answer !== undefined) return answer;
      await effects[job.type](job, context, random);
      return JobResult.success(outcomeOf(context));
    },
  });
}

/** An effect in the witness, which keeps one for each execution and refuses a lower fence. */
async function fencedEffect(witness, { executionId, fence }) {
  if (!(await witness.effect({ executionId, fence }))) throw new Error('the resource refused the fence');
}

/** A row without a key in the transaction that completes the execution, so that only this transaction keeps it from being written twice. */
async function transactionalEffect({ knex, effectsTable, linger }, context) {
  const { executionId, fence } = context;
  await knex.transaction(async (transaction) => {
    await transaction.raw(`INSERT INTO ${effectsTable} (execution_id, fence) VALUES (?, ?)`, [
      executionId,
      fence,
    ]);
    await context.completeIn(transaction, outcomeOf(context));
    await linger();
  });
}
