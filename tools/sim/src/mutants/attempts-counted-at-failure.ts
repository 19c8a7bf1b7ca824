import type { Execution } from '@scheduler/contracts';
import { type MemoryDatabase, MemoryExecutionRepository } from '@scheduler/memory';
import { type Mutant, replacing } from './mutant.js';

/** An attempt that kills its process is never counted, so that the handler kills one process after the other. */
export const attemptsCountedAtFailure: Mutant = {
  name: 'attempts-counted-at-failure',
  title: 'an attempt is counted when it ends, not when it is claimed',
  wrap: ({ store, database, send }) => {
    const correct = new MemoryExecutionRepository(database);
    return {
      executions: replacing(store.executions, {
        claim: (request) =>
          send('executions.claim', async () =>
            (await correct.claim(request)).map((execution) => withAttempts(database, execution, -1)),
          ),
        settle: (request) =>
          send('executions.settle', () => {
            for (const { execution } of request.settlements)
              if (isHeld(database, execution)) withAttempts(database, execution, 1);
            return correct.settle(request);
          }),
      }),
    };
  },
};

function isHeld({ executions }: MemoryDatabase, { id, fence }: Execution): boolean {
  const stored = executions.records.get(id)?.execution;
  return stored?.status === 'running' && stored.fence === fence;
}

function withAttempts(database: MemoryDatabase, execution: Execution, by: number): Execution {
  const record = database.executions.records.get(execution.id);
  if (record === undefined) return execution;
  const counted = { ...record.execution, attemptsUsed: record.execution.attemptsUsed + by };
  database.executions.replace(record, counted, database.now().getTime());
  return counted;
}
