import type { Execution } from '@scheduler/contracts';
import { rescueExecution } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '@scheduler/memory';
import { type Mutant, replacing } from './mutant.js';
import { writeChanged } from './write-changed.js';

/** `SELECT … WHERE lease_until < now`, then `UPDATE … WHERE id IN (…)`: executions that were settled or claimed in between are taken away. */
export const rescueWithoutReTest: Mutant = {
  name: 'rescue-without-re-test',
  title:
    'executions with an expired lease are selected in one statement, and put back in the next, by id alone',
  wrap: ({ store, database, send }) => ({
    executions: replacing(store.executions, {
      rescue: async (request) => {
        const ids = await send('executions.findLost', async () => findLost(database, request.graceMs));
        return send('executions.rescue', async () =>
          ids.flatMap((id) => putBack(database, id, request.deadLetterQueue) ?? []),
        );
      },
    }),
  }),
};

function findLost(database: MemoryDatabase, graceMs: number): readonly string[] {
  const lostBefore = database.now().getTime() - graceMs;
  const all = [...database.executions.records.values()].map(({ execution }) => execution);
  return all
    .filter(({ status, leaseUntil }) => status === 'running' && (leaseUntil?.getTime() ?? 0) < lostBefore)
    .map(({ id }) => id);
}

function putBack(database: MemoryDatabase, id: string, deadLetterQueue: string | null): Execution | null {
  const stored = database.executions.records.get(id)?.execution;
  if (stored === undefined) return null;
  const at = database.now();
  const rescued = rescueExecution({ ...stored, status: 'running' }, deadLetterQueue, at);
  writeChanged(database, rescued, at);
  return rescued;
}
