import {
  type JsonValue,
  type Priority,
  PRIORITY_NAMES,
  type PriorityName,
  type ScheduledJob,
} from '@scheduler/contracts';
import { DISPATCH_AGENT, TRIGGER_WORKFLOW } from '@scheduler/core';
import { z } from 'zod';
import { anyJson, isoOf, jsonObject, optionalTime, time } from '../fields/json-fields.js';
import { cutMembers, shortened } from './shortened.js';
import { triggerSchema, triggerView } from './trigger-view.js';

export const JOB_TYPES = ['cron', 'one_time', 'recurring', 'event'] as const;
export const JOB_STATUSES = ['pending', 'active', 'paused', 'completed', 'failed', 'cancelled'] as const;
export const HANDLER_TYPES = ['function', 'agent', 'workflow'] as const;

export type SeedJobType = (typeof JOB_TYPES)[number];

const prioritySchema = z.union([
  z.enum(['critical', 'high', 'medium', 'low', 'lowest']),
  z.int().min(0).max(9),
]);

/** A job with the fields of the seed's API, and after them what it does not know. */
export const jobSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    type: z.enum(JOB_TYPES),
    status: z.enum(JOB_STATUSES),
    schedule: z.string().nullable(),
    timezone: z.string().nullable(),
    next_run: optionalTime,
    last_run: optionalTime,
    start_date: optionalTime,
    end_date: optionalTime,
    max_executions: z.int().nullable(),
    handler_name: z.string(),
    handler_type: z.enum(HANDLER_TYPES),
    payload: anyJson,
    max_retries: z.int(),
    retry_delay_ms: z.number(),
    timeout_ms: z.number(),
    priority: prioritySchema,
    concurrency: z.int().nullable().meta({ description: 'Null: any number.' }),
    allow_overlap: z.boolean(),
    executions_count: z.int(),
    success_count: z.int(),
    failure_count: z.int(),
    avg_duration_ms: z.number().nullable(),
    tags: z.array(z.string()),
    metadata: jsonObject,
    platform_id: z.string().nullable(),
    created_by: z.string().nullable(),
    created_at: time,
    updated_at: time,
    completed_at: optionalTime,
    cancelled_at: optionalTime,
    trigger: triggerSchema,
    queue: z.string(),
    target_id: z.string().nullable(),
    missed_runs: z.enum(['skip', 'latest', 'all']),
    on_exhausted: z.enum(['continue', 'pause']),
    expect_within_ms: z.number().nullable().meta({ description: 'Null: nothing is expected.' }),
    jitter_ms: z.number(),
    paused_at: optionalTime,
    status_reason: z.string().nullable(),
    revision: z.int(),
    cut: cutMembers,
  })
  .meta({ id: 'Job' });

export type JobView = z.infer<typeof jobSchema>;

/** The job without what is long in it. */
export const shortJob = (body: unknown): JobView => shortened(body as JobView, ['payload']);

export function jobView(job: ScheduledJob): JobView {
  const { policies, counters } = job;
  return {
    id: job.id,
    name: job.name,
    description: job.description,
    type: seedTypeOf(job),
    status: job.status,
    ...scheduleOf(job),
    next_run: isoOf(job.nextRunAt),
    last_run: isoOf(job.lastRunAt),
    start_date: isoOf(job.startAt),
    end_date: isoOf(job.endAt),
    max_executions: job.maxExecutions,
    ...handlerOf(job.type, job.payload),
    max_retries: policies.maxRetries,
    retry_delay_ms: policies.backoff.delayMs,
    timeout_ms: policies.timeoutMs,
    priority: priorityView(policies.priority),
    concurrency: policies.concurrency ?? (policies.allowOverlap ? null : 1),
    allow_overlap: policies.allowOverlap,
    executions_count: counters.executions,
    success_count: counters.succeeded,
    failure_count: counters.failed,
    avg_duration_ms: job.avgDurationMs,
    tags: [...job.tags],
    metadata: job.metadata,
    platform_id: job.tenant,
    created_by: job.createdBy,
    created_at: isoOf(job.createdAt),
    updated_at: isoOf(job.updatedAt),
    completed_at: isoOf(job.completedAt),
    cancelled_at: isoOf(job.cancelledAt),
    trigger: triggerView(job.trigger),
    queue: policies.queue,
    target_id: job.targetId,
    missed_runs: policies.missedRuns.policy,
    on_exhausted: policies.onExhausted,
    expect_within_ms: policies.expectWithinMs ?? null,
    jitter_ms: job.jitterMs,
    paused_at: isoOf(job.pausedAt),
    status_reason: job.statusReason,
    revision: job.revision,
  };
}

/** The seed's type of a job: a cron job with bounds is `recurring`, as everything else that runs more than once by the clock. */
export function seedTypeOf({ trigger, startAt, endAt, maxExecutions }: ScheduledJob): SeedJobType {
  switch (trigger.kind) {
    case 'once':
    case 'now':
      return 'one_time';
    case 'event':
    case 'reboot':
      return 'event';
    case 'cron':
      return startAt === null && endAt === null && maxExecutions === null ? 'cron' : 'recurring';
    default:
      return 'recurring';
  }
}

function scheduleOf({ trigger }: ScheduledJob): Pick<JobView, 'schedule' | 'timezone'> {
  return {
    schedule: trigger.kind === 'cron' ? trigger.expressions.join('; ') : null,
    timezone: zoneOf(trigger),
  };
}

/** An instant is given in UTC. */
function zoneOf(trigger: ScheduledJob['trigger']): string | null {
  if (trigger.kind === 'once') return 'UTC';
  return 'zone' in trigger ? trigger.zone : null;
}

const DISPATCHED = {
  [DISPATCH_AGENT]: { handler_type: 'agent', member: 'agent' },
  [TRIGGER_WORKFLOW]: { handler_type: 'workflow', member: 'workflow' },
} as const;

/** The handler as the seed names it: an agent or a workflow by its own name, with its input as the payload. */
export function handlerOf(
  type: string,
  payload: JsonValue,
): Pick<JobView, 'handler_name' | 'handler_type' | 'payload'> {
  const dispatched = Object.hasOwn(DISPATCHED, type) ? DISPATCHED[type as keyof typeof DISPATCHED] : null;
  if (dispatched === null || typeof payload !== 'object' || payload === null)
    return { handler_name: type, handler_type: 'function', payload };
  const { [dispatched.member]: name, input = null } = payload as Readonly<Record<string, JsonValue>>;
  return typeof name === 'string'
    ? { handler_name: name, handler_type: dispatched.handler_type, payload: input }
    : { handler_name: type, handler_type: dispatched.handler_type, payload };
}

export function priorityView(priority: Priority): JobView['priority'] {
  const named = Object.entries(PRIORITY_NAMES).find(([, value]) => value === priority);
  return named === undefined ? priority : (named[0] as PriorityName);
}
