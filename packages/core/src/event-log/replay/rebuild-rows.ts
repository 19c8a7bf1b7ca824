import {
  EventInvalid,
  EventsPruned,
  type Execution,
  FeatureNotSupported,
  type SchedulerStore,
} from '@scheduler/contracts';
import type { EventFold, EventLog } from '@scheduler/contracts/adapter';
import { LogFold } from './log-fold.js';
import { countRows } from './stored-rows.js';

export interface RebuildRequest {
  /** The log that tells everything, from its first event. */
  readonly from: Pick<EventLog, 'read' | 'bounds'>;
  /** An open, migrated and empty store, of any kind. */
  readonly to: Pick<SchedulerStore, 'capabilities' | 'schedules' | 'executions' | 'queues' | 'workflows'>;
}

export interface RebuiltRows {
  readonly jobs: number;
  readonly executions: number;
  readonly queues: number;
}

const AT_ONCE = 200;

/**
 * Builds the rows of a store from an event log: every job with its counters, every execution with its attempts and outputs, the settings of
 * queues. What was running is taken up as after the death of its node. Throws EventsPruned where the log is not complete, EventInvalid where the
 * store is not empty, and FeatureNotSupported where the log has runs of workflows.
 *
 * @example
 * const rebuilt = await rebuildFromLog({ from: old.eventLog, to: fresh });
 */
export async function rebuildFromLog({ from, to }: RebuildRequest): Promise<RebuiltRows> {
  const { prunedTo } = await from.bounds();
  if (prunedTo !== null) throw new EventsPruned('the beginning', prunedTo);
  const restore = restoreOf(to);
  await refuseRows(to);
  const fold = new LogFold(from);
  await fold.catchUp();
  const { jobs, executions, queues } = fold.rows;
  refuseRuns(fold.rows, to);
  const now = await to.schedules.now();
  for (const some of chunks([...jobs.values()])) await to.schedules.add({ jobs: some });
  for (const some of chunks([...executions.values()].map((execution) => takenUp(execution, now))))
    await restore(some);
  for (const { queue, paused, concurrency, globalLimit } of queues.values())
    await to.queues.change({ queue, paused, concurrency, globalLimit });
  return { jobs: jobs.size, executions: executions.size, queues: queues.size };
}

/** A lease is not logged: whoever had it is not expected back. */
function takenUp(execution: Execution, now: Date): Execution {
  return execution.status === 'running' ? { ...execution, leaseUntil: now } : execution;
}

function restoreOf({
  executions,
  capabilities,
}: RebuildRequest['to']): (some: readonly Execution[]) => Promise<void> {
  if (executions.restore === undefined)
    throw new FeatureNotSupported(
      'building rows from an event log',
      `the store ${capabilities.name}`,
      'build them in a store with executions.restore, such as that of @scheduler/memory, or restore a backup',
    );
  return async (some) => executions.restore?.({ executions: some });
}

async function refuseRows(to: RebuildRequest['to']): Promise<void> {
  const rows = await countRows({ ...to, workflows: to.workflows ?? null });
  if (rows === 0) return;
  throw new EventInvalid({
    field: 'to',
    value: `${rows} rows`,
    problem: 'is not empty',
    accepted: 'a store without jobs, executions and runs, such as one in a new schema',
  });
}

function refuseRuns({ runs }: EventFold, { capabilities }: RebuildRequest['to']): void {
  if (runs.size === 0) return;
  throw new FeatureNotSupported(
    'building runs of workflows from the log',
    `the store ${capabilities.name}`,
    'restore a backup, and read what happened since from the log',
  );
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += AT_ONCE) yield items.slice(start, start + AT_ONCE);
}
