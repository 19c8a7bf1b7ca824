import type { CallerTransaction, Execution } from '@scheduler/contracts';
import {
  executionSettled,
  settleExecution,
  type SettleExecutions,
  type Settlement,
  type SettleResult,
} from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import type { EventsOf } from '../event-log/changed.js';
import { readableExecution } from '../rows/corrupt-execution.js';
import { list, raw, sql } from '../sql/sql.js';
import { countInJobs } from './count-in-jobs.js';
import { noteArrivals } from './workflows/arrivals.js';
import { inLockedTrees, isArrival, rootsOf } from './workflows/locked-trees.js';
import type { Workflows } from './workflows/workflows.js';
import { writeChanges } from './write-changes.js';

/**
 * Settles executions (A3). The owner knows its execution, so that nothing is read before the write; the fence in its condition refuses an
 * owner that has lost the lease. An execution that should run again although it was asked to cancel is settled as cancelled. Where executions
 * belong to runs of workflows, these are advanced in the same transaction.
 */
export async function settle(
  database: Database,
  workflows: Workflows,
  { settlements, transaction, released }: SettleExecutions,
): Promise<readonly SettleResult[]> {
  if (settlements.length === 0) return [];
  const roots = rootsOf(settlements.map(({ execution }) => execution));
  if (roots.length > 0) {
    if (transaction !== undefined) return settleInCallers(database, workflows, { settlements, transaction });
    const cause = causeOf(settlements);
    return inLockedTrees(database, workflows, { roots, cause, released }, async (trees) => {
      const results = await writeAll(database, settlements, trees.on);
      await trees.arrive(results, new Date(await database.recentNow(trees.on)));
      return results;
    });
  }
  const hasJobs = settlements.some(({ execution }) => execution.jobId !== null);
  const write = (on?: Executor) => writeAll(database, settlements, on);
  if (transaction !== undefined || hasJobs || !isOneStatement(database))
    return database.transaction(write, transaction);
  return write();
}

/** Whether a settlement without jobs and runs writes everything in one statement. */
function isOneStatement({ dialect, logsEvents }: Database): boolean {
  return logsEvents ? dialect.writableCte : dialect.returning;
}

/** Settlements are those of one node. */
function causeOf(settlements: readonly Settlement[]): string | null {
  return settlements[0]?.execution.owner ?? null;
}

/** A transaction of a caller may last, so that it must not lock runs: it notes what has ended, and the runs are advanced after its commit. */
async function settleInCallers(
  database: Database,
  workflows: Workflows,
  { settlements, transaction }: SettleExecutions & { readonly transaction: CallerTransaction },
): Promise<readonly SettleResult[]> {
  const committed = database.committed(transaction);
  return database.transaction(async (on) => {
    const results = await writeAll(database, settlements, on);
    const ids = results.flatMap((one) => (one !== null && isArrival(one) ? [one.id] : []));
    await noteArrivals(database, ids, on);
    workflows.foldAfter(committed, ids);
    return results;
  }, transaction);
}

async function writeAll(
  database: Database,
  settlements: readonly Settlement[],
  on: Executor | undefined,
): Promise<readonly SettleResult[]> {
  const at = new Date(await database.recentNow(on));
  // A lease is settled once, even if a batch names it twice.
  const seen = new Set<string>();
  const settled = settlements.map(({ execution, outcome, startedAt }) => {
    if (seen.has(execution.id) || execution.status !== 'running') return null;
    seen.add(execution.id);
    return settleExecution(execution, outcome, at, startedAt);
  });
  const results = await write(database, settled.filter(isPresent), { at, on }, settlements);
  await countInJobs(database, [...results.values()], { at, on, cause: causeOf(settlements) });
  return settled.map((execution) => (execution === null ? null : (results.get(execution.id) ?? null)));
}

function isPresent<T>(value: T | null): value is T {
  return value !== null;
}

interface Terms {
  readonly at: Date;
  readonly on: Executor | undefined;
}

/** What the owner says about the start of an execution. Null: its handler never started. */
type StartOf = (id: string) => Date | null | undefined;

function startsOf(settlements: readonly Settlement[]): StartOf {
  return (id) => {
    const settlement = settlementOf(settlements, id);
    const kind = settlement?.outcome.kind;
    return kind === 'unstarted' || kind === 'deferred' ? null : settlement?.startedAt;
  };
}

function settlementOf(settlements: readonly Settlement[], id: string): Settlement | undefined {
  return settlements.find(({ execution }) => execution.id === id);
}

/** The events of settled executions, whose state before is the one that their owner has. */
function eventsOfSettled(settlements: readonly Settlement[], at: Date): EventsOf {
  const byId = new Map<string, Settlement>();
  for (const settlement of settlements)
    if (!byId.has(settlement.execution.id)) byId.set(settlement.execution.id, settlement);
  return (after) => {
    const settlement = byId.get(after.id);
    return settlement === undefined
      ? []
      : executionSettled(settlement.execution, after, { at, emits: settlement.emits });
  };
}

async function write(
  database: Database,
  settled: readonly Execution[],
  terms: Terms,
  settlements: readonly Settlement[],
): Promise<ReadonlyMap<string, Execution>> {
  if (settled.length === 0) return new Map();
  const eventsOf = eventsOfSettled(settlements, terms.at);
  const written = await writeChanges(database, settled, { on: terms.on, eventsOf });
  const results = new Map(settled.filter(({ id }) => written.has(id)).map((one) => [one.id, one]));
  const refused = settled.filter(({ id, status }) => status === 'pending' && !written.has(id));
  if (refused.length > 0)
    for (const execution of await cancelRefused(database, refused, terms, settlements))
      results.set(execution.id, execution);
  return results;
}

/** Cancels those of the refused executions that are still held and were asked to cancel. */
async function cancelRefused(
  database: Database,
  refused: readonly Execution[],
  { at, on }: Terms,
  settlements: readonly Settlement[],
): Promise<readonly Execution[]> {
  const fences = new Map(refused.map(({ id, fence }) => [id, fence]));
  const rows = await database.rows(
    sql`SELECT * FROM ${database.tables.executions} WHERE id IN ${list([...fences.keys()])} AND ${raw(database.dialect.unindexed('status'))} = 'running' AND cancel_request IS NOT NULL`,
    on,
  );
  const held = rows.map(readableExecution).filter(({ id, fence }) => fences.get(id) === fence);
  if (held.length === 0) return [];
  const startOf = startsOf(settlements);
  const cancelled = held.map((execution) =>
    settleExecution(
      execution,
      { kind: 'cancelled', reason: execution.cancelRequest },
      at,
      startOf(execution.id),
    ),
  );
  const before = new Map(held.map((execution) => [execution.id, execution]));
  const eventsOf: EventsOf = (after) =>
    executionSettled(before.get(after.id) ?? after, after, {
      at,
      emits: settlementOf(settlements, after.id)?.emits,
    });
  const written = await writeChanges(database, cancelled, { on, eventsOf });
  return cancelled.filter(({ id }) => written.has(id));
}
