import { type JobType, jobStatuses, type JobStatus, ScheduledJob } from '@scheduler/contracts';
import { parseJson, traceFromText, traceToText, withOwnDates } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import { policiesOf } from './policies-json.js';
import { triggerFromJson, triggerToJson } from './trigger-json.js';
import {
  fromDate,
  fromTenant,
  toDate,
  toDateOrNull,
  toNumberOrNull,
  toTenant,
  toTextOrNull,
} from './values.js';
import type { BatchRow } from '../dialects/batch.js';
import { SharedJson } from './shared-json.js';

/** The columns of a job that are written from the job itself. */
export const JOB_COLUMNS = {
  id: 'text',
  tenant: 'text',
  name: 'text',
  name_lower: 'text',
  live_name: 'text',
  description: 'text',
  type: 'text',
  target_id: 'text',
  payload: 'text',
  trigger_kind: 'text',
  trigger_spec: 'text',
  policies: 'text',
  queue: 'text',
  priority: 'int',
  tags: 'text',
  metadata: 'text',
  created_by: 'text',
  status: 'text',
  status_reason: 'text',
  start_at: 'int',
  end_at: 'int',
  max_executions: 'int',
  jitter_ms: 'int',
  exclusions: 'text',
  next_run_at: 'int',
  due_at: 'int',
  last_run_at: 'int',
  fired_count: 'int',
  executions_count: 'int',
  success_count: 'int',
  failure_count: 'int',
  total_duration_ms: 'int',
  revision: 'int',
  created_at: 'int',
  updated_at: 'int',
  paused_at: 'int',
  completed_at: 'int',
  cancelled_at: 'int',
  trace: 'text',
  expect_within_ms: 'int',
} as const;

export type JobRow = BatchRow<typeof JOB_COLUMNS>;

export function jobToRow(job: ScheduledJob): JobRow {
  const { policies, counters } = job;
  return {
    id: job.id,
    tenant: fromTenant(job.tenant),
    name: job.name,
    name_lower: job.name.toLowerCase(),
    live_name: job.isFinal() ? null : job.name,
    description: job.description,
    type: job.type,
    target_id: job.targetId,
    payload: JSON.stringify(job.payload),
    trigger_kind: job.trigger.kind,
    trigger_spec: triggerToJson(job.trigger),
    policies: JSON.stringify(policies),
    queue: policies.queue,
    priority: policies.priority,
    tags: JSON.stringify(job.tags),
    metadata: JSON.stringify(job.metadata),
    created_by: job.createdBy,
    status: job.status,
    status_reason: job.statusReason,
    start_at: fromDate(job.startAt),
    end_at: fromDate(job.endAt),
    max_executions: job.maxExecutions,
    jitter_ms: job.jitterMs,
    exclusions: job.exclusions === null ? null : JSON.stringify(job.exclusions),
    next_run_at: fromDate(job.nextRunAt),
    due_at: dueAt(job),
    last_run_at: fromDate(job.lastRunAt),
    fired_count: counters.fired,
    executions_count: counters.executions,
    success_count: counters.succeeded,
    failure_count: counters.failed,
    total_duration_ms: counters.totalDurationMs,
    revision: job.revision,
    created_at: job.createdAt.getTime(),
    updated_at: job.updatedAt.getTime(),
    paused_at: fromDate(job.pausedAt),
    completed_at: fromDate(job.completedAt),
    cancelled_at: fromDate(job.cancelledAt),
    trace: traceToText(job.trace),
    expect_within_ms: policies.expectWithinMs ?? null,
  };
}

/** The next run of a job that may execute; a tick searches by it. Null: none is due. */
export function dueAt(job: ScheduledJob): number | null {
  return job.canExecute() ? fromDate(job.nextRunAt) : null;
}

export const triggersOf = new SharedJson(triggerFromJson);
export const tagsOf = new SharedJson((text): readonly string[] => {
  const tags = parseJson(text);
  if (!Array.isArray(tags)) throw new SyntaxError('tags are not a list');
  return tags as unknown as readonly string[];
});
export const metadataOf = new SharedJson((text) => {
  const metadata = parseJson(text);
  if (typeof metadata !== 'object' || metadata === null) throw new SyntaxError('metadata are not an object');
  return metadata as ScheduledJob['metadata'];
});
export const exclusionsOf = new SharedJson(
  (text) => JSON.parse(text) as NonNullable<ScheduledJob['exclusions']>,
);

/** Throws if the row is corrupt: invalid JSON, or an unknown status or kind of trigger. */
export function jobFromRow(row: Row): ScheduledJob {
  return new ScheduledJob({
    id: String(row['id']),
    name: String(row['name']),
    description: toTextOrNull(row['description']),
    type: String(row['type']) as JobType,
    targetId: toTextOrNull(row['target_id']),
    payload: parseJson(row['payload']),
    trigger: withOwnDates(triggersOf.parse(String(row['trigger_spec']))),
    policies: policiesOf.parse(String(row['policies'])),
    tags: tagsOf.parse(String(row['tags'])),
    metadata: metadataOf.parse(String(row['metadata'])),
    tenant: toTenant(row['tenant']),
    createdBy: toTextOrNull(row['created_by']),
    status: statusOf(row['status']),
    startAt: toDateOrNull(row['start_at']),
    endAt: toDateOrNull(row['end_at']),
    maxExecutions: toNumberOrNull(row['max_executions']),
    jitterMs: Number(row['jitter_ms']),
    exclusions: row['exclusions'] === null ? null : exclusionsOf.parse(String(row['exclusions'])),
    nextRunAt: toDateOrNull(row['next_run_at']),
    lastRunAt: toDateOrNull(row['last_run_at']),
    counters: {
      fired: Number(row['fired_count']),
      executions: Number(row['executions_count']),
      succeeded: Number(row['success_count']),
      failed: Number(row['failure_count']),
      totalDurationMs: Number(row['total_duration_ms']),
    },
    revision: Number(row['revision']),
    createdAt: toDate(row['created_at']),
    updatedAt: toDate(row['updated_at']),
    pausedAt: toDateOrNull(row['paused_at']),
    completedAt: toDateOrNull(row['completed_at']),
    cancelledAt: toDateOrNull(row['cancelled_at']),
    statusReason: toTextOrNull(row['status_reason']),
    trace: traceFromText(row['trace']),
  });
}

export function statusOf(value: unknown): JobStatus {
  const status = String(value) as JobStatus;
  if (!jobStatuses.has(status)) throw new SyntaxError(`unknown status of a job: ${status}`);
  return status;
}
