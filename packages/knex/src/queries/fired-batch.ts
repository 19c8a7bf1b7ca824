import type { FireResult } from '@scheduler/contracts/adapter';
import { Batch } from '../dialects/batch.js';
import { dueAt } from '../rows/job-row.js';
import { fromDate } from '../rows/values.js';

/** The decision about one firing: the job after it, and the executions that are inserted with it. */
export type PlannedFiring = Extract<FireResult, { kind: 'fired' }>;

const FIRED_COLUMNS = {
  id: 'text',
  revision: 'int',
  status: 'text',
  live_name: 'text',
  next_run_at: 'int',
  due_at: 'int',
  last_run_at: 'int',
  fired_count: 'int',
  completed_at: 'int',
  updated_at: 'int',
} as const;

/** The columns of jobs that a firing changes. */
export function firedBatch(planned: readonly PlannedFiring[]) {
  const rows = planned.map(({ job }) => ({
    id: job.id,
    revision: job.revision,
    status: job.status,
    live_name: job.isFinal() ? null : job.name,
    next_run_at: fromDate(job.nextRunAt),
    due_at: dueAt(job),
    last_run_at: fromDate(job.lastRunAt),
    fired_count: job.counters.fired,
    completed_at: fromDate(job.completedAt),
    updated_at: job.updatedAt.getTime(),
  }));
  return new Batch(FIRED_COLUMNS, rows, ['id', 'revision']);
}
