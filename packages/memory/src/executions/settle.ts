import type { Execution } from '@scheduler/contracts';
import {
  type ClaimReleased,
  type EventContext,
  executionSettled,
  type Outcome,
  settleExecution,
  type SettleExecutions,
  type Settlement,
  type SettleResult,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { frozen, ownJson } from '../database/own-copy.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { claimReleased } from './claim.js';
import { heldBy } from './held.js';
import { countInJob } from './count-in-job.js';
import { arriveAtRuns } from '../workflows/advance-runs.js';

/** Settles executions (A3). */
export function settle(
  database: MemoryDatabase,
  { settlements, transaction, released }: SettleExecutions,
): readonly SettleResult[] {
  refuseTransaction(transaction);
  const at = database.now();
  const results = settlements.map((settlement) => settleOne(database, settlement, at));
  const cause = settlements[0]?.execution.owner ?? null;
  if (released === undefined) arriveAtRuns(database, results, { at, cause });
  else arriveAndClaim(database, results, { at, cause, released });
  return results;
}

function arriveAndClaim(
  database: MemoryDatabase,
  results: readonly SettleResult[],
  { released, ...context }: EventContext & { readonly released: ClaimReleased },
): void {
  let claimed: readonly Execution[] = [];
  const claim = (added: readonly Execution[]) => (claimed = claimReleased(database, added, released));
  arriveAtRuns(database, results, { ...context, claim });
  if (claimed.length > 0) released.take(claimed);
}

function settleOne(database: MemoryDatabase, settlement: Settlement, at: Date): SettleResult {
  const { id: executionId, fence } = settlement.execution;
  const record = heldBy(database, { executionId, fence });
  if (record === null) return null;
  const before = record.execution;
  const settled = settleExecution(before, ownOutcome(settlement.outcome), at, settlement.startedAt);
  database.executions.replace(record, settled, at.getTime());
  const { emits } = settlement;
  database.log?.append(...executionSettled(before, settled, { at, emits }));
  countInJob(database, settled, { at, cause: before.owner });
  return settled;
}

/** Copies the output and the error, because the caller may still change them. */
function ownOutcome(outcome: Outcome): Outcome {
  if ('error' in outcome) return { ...outcome, error: frozen(outcome.error) };
  if (outcome.kind !== 'succeeded' || typeof outcome.output !== 'object') return outcome;
  return { kind: 'succeeded', output: ownJson(outcome.output) };
}
