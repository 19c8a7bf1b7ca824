import type { Execution } from '@scheduler/contracts';
import { type MemoryDatabase, MemoryExecutionRepository } from '@scheduler/memory';
import { type Mutant, replacing } from './mutant.js';

/** What a node had claimed and never started when it died has used up an attempt. */
export const claimsCountAsStarts: Mutant = {
  name: 'claims-count-as-starts',
  title: 'an execution counts as started when it is claimed',
  wrap: ({ store, database, send }) => {
    const correct = new MemoryExecutionRepository(database);
    return {
      executions: replacing(store.executions, {
        claim: (request) =>
          send('executions.claim', async () =>
            (await correct.claim(request)).map((execution) => confirmed(database, execution)),
          ),
      }),
    };
  },
};

function confirmed(database: MemoryDatabase, claimed: Execution): Execution {
  const record = database.executions.records.get(claimed.id);
  if (record === undefined) return claimed;
  const execution = { ...claimed, startConfirmed: true };
  database.executions.replace(record, execution, database.now().getTime());
  return execution;
}
