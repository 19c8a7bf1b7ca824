import {
  executionSettled,
  settleExecution,
  type SettleExecutions,
  type Settlement,
  type SettleResult,
} from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { eventsToArgs } from '../database/event-args.js';
import { type Args, changeArgs } from '../executions/execution-args.js';
import { type Changed, changesOf, type SettleTerms } from '../executions/settle-changes.js';
import { SETTLE } from '../executions/settle-step.js';
import { settleSteps } from '../workflows/settle-steps.js';
import { isEndedStep } from '../workflows/tree-reads.js';

/** A3: decides here what becomes of executions, and writes it under their fences. */
export async function settle(
  database: RedisDatabase,
  { settlements, transaction }: SettleExecutions,
): Promise<readonly SettleResult[]> {
  refuseTransaction(transaction);
  const results: SettleResult[] = [];
  for (const chunk of inChunks(settlements)) results.push(...(await settleSome(database, chunk)));
  return results;
}

async function settleSome(
  database: RedisDatabase,
  settlements: readonly Settlement[],
): Promise<readonly SettleResult[]> {
  const at = await database.now();
  const held = onePerLease(settlements);
  const changed = held.map((settlement) => settled(settlement, at, database.logs));
  const cause = held[0]?.execution.owner ?? null;
  const answers = held.length === 0 ? [] : await writeSettled(database, changed, { at, cause });
  const results = new Map<Settlement, SettleResult>();
  for (const [index, settlement] of held.entries()) {
    const [code, cancelRequest = ''] = answers[index] ?? [0];
    if (code === 1) results.set(settlement, changed[index]?.after ?? null);
    if (code === 2) results.set(settlement, await settleCancelled(database, settlement, cancelRequest));
  }
  return settlements.map((settlement) => results.get(settlement) ?? null);
}

function settled({ execution, outcome, startedAt, emits }: Settlement, at: Date, logs: boolean): Changed {
  const after = settleExecution(execution, outcome, at, startedAt);
  if (!logs) return { before: execution, after };
  return { before: execution, after, events: executionSettled(execution, after, { at, emits }) };
}

/** A lease is settled once, even if a batch names it several times. */
function onePerLease(settlements: readonly Settlement[]): readonly Settlement[] {
  const seen = new Set<string>();
  return settlements.filter(({ execution: { id, fence, status } }) => {
    const lease = `${id} ${fence}`;
    if (status !== 'running' || seen.has(lease)) return false;
    seen.add(lease);
    return true;
  });
}

/** Settles an execution whose cancellation was requested after it was claimed. */
async function settleCancelled(
  database: RedisDatabase,
  settlement: Settlement,
  cancelRequest: string,
): Promise<SettleResult> {
  const execution = { ...settlement.execution, cancelRequest };
  const [result] = await settleSome(database, [{ ...settlement, execution }]);
  return result ?? null;
}

export type SettleAnswer = readonly [code: 0 | 1 | 2, cancelRequest?: string];

/**
 * Writes settled executions. Steps of workflows that end are
 * written with what follows from it in their runs.
 */
export async function writeSettled(
  database: RedisDatabase,
  changed: readonly Changed[],
  terms: SettleTerms,
): Promise<readonly SettleAnswer[]> {
  const steps = changed.filter(({ after }) => isEndedStep(after));
  if (steps.length === 0) return writeAlone(database, changed, terms);
  const others = changed.filter(({ after }) => !isEndedStep(after));
  const answers = others.length === 0 ? [] : await writeAlone(database, others, terms);
  const ended = await settleSteps(database, steps, terms);
  const answerOf = new Map(others.map((one, index) => [one, answers[index] ?? LOST]));
  return changed.map((one) => answerOf.get(one) ?? (ended.has(one) ? DONE : LOST));
}

const DONE: SettleAnswer = [1];
const LOST: SettleAnswer = [0];

async function writeAlone(
  database: RedisDatabase,
  changed: readonly Changed[],
  { at, cause, isLeaseSame = false }: SettleTerms,
): Promise<readonly SettleAnswer[]> {
  const args: Args = [at.getTime(), changed.length];
  for (const { before, after, events } of changed) {
    const lease = isLeaseSame ? (before.leaseUntil?.getTime() ?? '') : '';
    args.push(before.id, before.fence, lease, ...changeArgs(changesOf(before, after)));
    if (events !== undefined) args.push(...eventsToArgs(events));
  }
  return (await database.change(SETTLE, args, cause)) as readonly SettleAnswer[];
}
