import type { ScheduledJob } from '@scheduler/contracts';
import {
  type EventContext,
  executionAdded,
  FiredOccurrences,
  type FireJobs,
  type FireResult,
  type Firing,
  jobChanged,
  overlaps,
  skipForOverlap,
  withUniqueKey,
} from '@scheduler/contracts/adapter';
import { insertNew } from '../executions/add-executions.js';
import type { MemoryDatabase } from '../database/memory-database.js';
import { jobForCaller, ownJob } from '../database/own-copy.js';
import { hasUnfinished } from '../executions/has-unfinished.js';

/** Fires jobs (A1). Each firing is its own step; a conflict in one does not affect the others. */
export function fire(database: MemoryDatabase, { firings, cause = null }: FireJobs): readonly FireResult[] {
  const at = database.now();
  return firings.map((firing) => fireOne(database, firing, { at, cause }));
}

function fireOne(database: MemoryDatabase, firing: Firing, context: EventContext): FireResult {
  const { at } = context;
  const { id, revision } = firing.job;
  const record = database.jobs.records.get(id);
  if (record === undefined || record.job.revision !== revision || !record.job.canExecute()) {
    return { kind: 'conflict', jobId: id };
  }
  const fired = insertOccurrences(database, record.job, { firing, at });
  const result = fired.result({ hasUnfinished: hasUnfinished(database, id), at });
  const before = record.job;
  database.jobs.replace(record, ownJob(result.job, before));
  if (database.log !== null) {
    database.log.append(...jobChanged(before, result.job, context));
    for (const execution of result.executions) database.log.append(executionAdded(execution, context));
  }
  return { ...result, job: jobForCaller(result.job) };
}

function insertOccurrences(
  database: MemoryDatabase,
  job: ScheduledJob,
  { firing, at }: { readonly firing: Firing; readonly at: Date },
): FiredOccurrences {
  const running = [...database.executions.runningOf(job.id)];
  const fired = new FiredOccurrences(job, firing);
  for (const given of firing.executions) {
    const execution = overlaps(given, firing, running)
      ? skipForOverlap(given, at)
      : withUniqueKey(given, database.executions.uniqueKeys.holderOf(given), at);
    const terms = { held: job, nowMs: at.getTime() };
    const stored = insertNew(database, fired.numbered(execution), terms);
    if (stored !== null) fired.add(stored);
  }
  return fired;
}
