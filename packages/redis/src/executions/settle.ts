import type { Execution } from '@scheduler/contracts';
import {
  settleExecution,
  type SettleExecutions,
  type Settlement,
  type SettleResult,
} from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { refuseTransaction } from '../database/refuse-transaction.js';
import { type Args, changeArgs } from './execution-args.js';
import { type Changes, changingFields } from './execution-hash.js';
import { SETTLE } from './settle-step.js';

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
  const changed = held.map(({ execution, outcome, startedAt }) => ({
    before: execution,
    after: settleExecution(execution, outcome, at, startedAt),
  }));
  const answers = held.length === 0 ? [] : await writeSettled(database, changed, at);
  const results = new Map<Settlement, SettleResult>();
  for (const [index, settlement] of held.entries()) {
    const [code, cancelRequest = ''] = answers[index] ?? [0];
    if (code === 1) results.set(settlement, changed[index]?.after ?? null);
    if (code === 2) results.set(settlement, await settleCancelled(database, settlement, cancelRequest));
  }
  return settlements.map((settlement) => results.get(settlement) ?? null);
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

export interface Changed {
  readonly before: Execution;
  readonly after: Execution;
}

export type SettleAnswer = readonly [code: 0 | 1 | 2, cancelRequest?: string];

/** Writes settled executions. `isLeaseSame` requires that the end of the lease is still the one that was read. */
export async function writeSettled(
  database: RedisDatabase,
  changed: readonly Changed[],
  at: Date,
  { isLeaseSame = false } = {},
): Promise<readonly SettleAnswer[]> {
  const args: Args = [at.getTime(), changed.length];
  for (const { before, after } of changed) {
    const lease = isLeaseSame ? (before.leaseUntil?.getTime() ?? '') : '';
    args.push(before.id, before.fence, lease, ...changeArgs(changesOf(before, after)));
  }
  return (await database.run(SETTLE, args)) as readonly SettleAnswer[];
}

/** Fields that a settled execution does not have. They are always removed, because they may have changed since the claim. */
const LEASE_FIELDS_REMOVED: Changes = { lease: null, owner: null, cancel: null };

function changesOf(before: Execution, after: Execution): Changes {
  const [was, is] = [changingFields(before), changingFields(after)];
  const changes: Record<string, string | number | null> = {};
  for (const [field, value] of Object.entries(is)) if (value !== was[field]) changes[field] = value;
  // The progress is stored already when its holder reports it.
  delete changes['prog'];
  return { ...changes, ...LEASE_FIELDS_REMOVED, status: after.status, dur: after.durationMs };
}
