import type { Execution, ScheduledJob } from '@scheduler/contracts';
import {
  type FireResult,
  type Firing,
  jobConcurrencyLimit,
  skipForOverlap,
} from '@scheduler/contracts/adapter';
import { insertNew } from '../executions/add-executions.js';
import { withUniqueKey } from '../executions/unique-key.js';
import type { MemoryDatabase } from '../database/memory-database.js';
import { hasUnfinished } from '../executions/has-unfinished.js';

/** Fires jobs (A1). Each firing is its own step; a conflict in one does not affect the others. */
export function fire(database: MemoryDatabase, firings: readonly Firing[]): readonly FireResult[] {
  const at = database.now();
  return firings.map((firing) => fireOne(database, firing, at));
}

function fireOne(database: MemoryDatabase, firing: Firing, at: Date): FireResult {
  const { id, revision } = firing.job;
  const record = database.jobs.records.get(id);
  if (record === undefined || record.job.revision !== revision || !record.job.canExecute()) {
    return { kind: 'conflict', jobId: id };
  }
  const executions = insertOccurrences(database, record.job, { firing, at });
  const job = activated(record.job, at).fired({
    nextRunAt: firing.nextRunAt,
    lastRunAt: firing.lastRunAt,
    occurrences: executions.filter(({ status }) => status === 'pending').length,
    hasUnfinished: hasUnfinished(database, record.id),
    at,
  });
  const next = job.with({ revision: revision + 1 });
  database.jobs.replace(record, next);
  return { kind: 'fired', job: next, executions };
}

/** A pending job becomes active when it fires. */
function activated(job: ScheduledJob, at: Date): ScheduledJob {
  return job.status === 'pending' ? job.activate(job.nextRunAt, at) : job;
}

function insertOccurrences(
  database: MemoryDatabase,
  job: ScheduledJob,
  { firing, at }: { readonly firing: Firing; readonly at: Date },
): readonly Execution[] {
  const running = database.executions.runsOf(job.id)?.running ?? 0;
  const inserted: Execution[] = [];
  let occurrence = job.counters.fired;
  for (const given of firing.executions) {
    const overlaps = given.status === 'pending' && running >= jobConcurrencyLimit(given);
    const execution = overlaps ? skipForOverlap(given, at) : withUniqueKey(database, given, at);
    const isRun = execution.status === 'pending';
    const numbered = isRun ? { ...execution, occurrence: occurrence + 1 } : execution;
    const stored = insertNew(database, numbered, { held: job, nowMs: at.getTime() });
    if (stored === null) continue;
    if (isRun) occurrence += 1;
    inserted.push(stored);
  }
  return inserted;
}
