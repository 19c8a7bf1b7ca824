import type { Execution, ReasonCode, ScheduledJob } from '@scheduler/contracts';
import { skippedExecution } from '../dispatch/build-executions.js';
import { missedInstants, type Recurrence, type RecurrenceEngine, recurrenceOf } from '@scheduler/recurrence';
import type { ManagerParts } from './manager-parts.js';

/** The trace of the occurrences from the next run to now that a job will not run any more. Empty: none was due, or the trigger is invalid. */
export function overdueTrace(
  { recurrence, ids }: Pick<ManagerParts, 'recurrence' | 'ids'>,
  job: ScheduledJob,
  { code, now }: { readonly code: ReasonCode; readonly now: Date },
): readonly Execution[] {
  const cursor = job.nextRunAt;
  if (cursor === null || cursor.getTime() > now.getTime()) return [];
  const compiled = compiledOrNull(recurrence, job);
  if (compiled === null) return [];
  const { total, first, last } = missedInstants({ recurrence: compiled, cursor, now, keep: 1 });
  const range = { count: total, from: first, to: last };
  return [skippedExecution({ job, id: ids.next(), now, range, code })];
}

/** Null for an invalid stored trigger, so that the job can still be paused and cancelled. */
function compiledOrNull(recurrence: RecurrenceEngine, job: ScheduledJob): Recurrence | null {
  try {
    return recurrence.compile(recurrenceOf(job));
  } catch {
    return null;
  }
}
