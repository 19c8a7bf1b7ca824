import { type Execution, type ExecutionLog, maxAttempts, traceIdsOf } from '@scheduler/contracts';
import { z } from 'zod';
import { anyJson, isoOf, jsonObject, optionalTime, time } from '../fields/json-fields.js';
import { handlerOf, HANDLER_TYPES, priorityView } from './job-view.js';
import { cutMembers, shortened } from './shortened.js';

export const EXECUTION_STATUSES = [
  'pending',
  'running',
  'success',
  'failed',
  'timeout',
  'cancelled',
  'skipped',
] as const;

const errorSchema = z.strictObject({
  name: z.string(),
  message: z.string(),
  code: z.string().nullable(),
  error_class: z.string().nullable(),
});

/** An execution with the fields of the seed's API, and after them what it does not know. */
export const executionSchema = z
  .strictObject({
    id: z.string(),
    job_id: z.string().nullable(),
    status: z.enum(EXECUTION_STATUSES),
    scheduled_at: time,
    started_at: optionalTime,
    completed_at: optionalTime,
    duration_ms: z.number().nullable(),
    result: anyJson,
    error: z.string().nullable(),
    error_stack: z.string().nullable(),
    retry_count: z.int(),
    max_retries: z.int(),
    next_retry_at: optionalTime,
    worker_id: z.string().nullable(),
    metadata: jsonObject,
    trace_id: z.string().nullable(),
    span_id: z.string().nullable(),
    parent_span_id: z.string().nullable(),
    created_at: time,
    job_name: z.string().nullable(),
    handler_name: z.string(),
    handler_type: z.enum(HANDLER_TYPES),
    payload: anyJson,
    platform_id: z.string().nullable(),
    queue: z.string(),
    priority: z.union([z.string(), z.int()]),
    timeout_ms: z.number(),
    tags: z.array(z.string()),
    target_id: z.string().nullable(),
    origin: z.enum(['scheduled', 'manual', 'enqueued', 'retried']),
    lateness: z.enum(['on_time', 'late', 'caught_up']),
    occurrence_at: optionalTime,
    available_at: time,
    reason: z.strictObject({ code: z.string(), message: z.string().nullable() }).nullable(),
    failure: errorSchema.nullable(),
    attempts: z.array(
      z.strictObject({
        status: z.string(),
        worker_id: z.string(),
        started_at: time,
        completed_at: time,
        error: z.string().nullable(),
      }),
    ),
    progress: z
      .strictObject({ done: z.number(), total: z.number().nullable(), checkpoint: anyJson })
      .nullable(),
    dead_letter: z.boolean(),
    cancel_requested: z.string().nullable(),
    original_execution_id: z.string().nullable(),
    workflow: z.strictObject({ run: z.string(), step: z.string(), index: z.int().nullable() }).nullable(),
    cut: cutMembers,
  })
  .meta({ id: 'Execution' });

export type ExecutionView = z.infer<typeof executionSchema>;

export function executionView(execution: Execution): ExecutionView {
  const { status, error, attemptsUsed, policy, metadata } = execution;
  const { traceId, spanId, parentSpanId } = traceIdsOf(execution);
  return {
    id: execution.id,
    job_id: execution.jobId,
    status,
    scheduled_at: isoOf(execution.scheduledAt),
    started_at: isoOf(execution.startedAt),
    completed_at: isoOf(execution.finishedAt),
    duration_ms: execution.durationMs,
    result: execution.output,
    error: error === null ? null : error.message,
    error_stack: error?.stack ?? null,
    retry_count: Math.max(0, attemptsUsed - 1),
    max_retries: maxAttempts({ policy }) - 1,
    next_retry_at: status === 'pending' && attemptsUsed > 0 ? isoOf(execution.availableAt) : null,
    worker_id: execution.owner ?? execution.attempts.at(-1)?.owner ?? null,
    metadata,
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: parentSpanId,
    created_at: isoOf(execution.createdAt),
    ...beyondTheSeed(execution),
  };
}

/** The execution without what is long in it. */
export function shortExecution(body: unknown): ExecutionView {
  const view = body as ExecutionView;
  const { progress } = view;
  return shortened({ ...view, progress: progress === null ? null : { ...progress, checkpoint: null } }, [
    'payload',
    'result',
  ]);
}

type SeedFields =
  'id' | 'job_id' | 'status' | 'scheduled_at' | 'started_at' | 'completed_at' | 'duration_ms' | 'result';
type SeedDetails =
  'error' | 'error_stack' | 'retry_count' | 'max_retries' | 'next_retry_at' | 'worker_id' | 'metadata';
type SeedTrace = 'trace_id' | 'span_id' | 'parent_span_id' | 'created_at';

function beyondTheSeed(execution: Execution): Omit<ExecutionView, SeedFields | SeedDetails | SeedTrace> {
  const { error, progress, workflow } = execution;
  return {
    job_name: execution.jobName,
    ...handlerOf(execution.type, execution.payload),
    platform_id: execution.tenant,
    queue: execution.queue,
    priority: priorityView(execution.priority),
    timeout_ms: execution.policy.timeoutMs,
    tags: [...execution.tags],
    target_id: execution.targetId,
    origin: execution.origin,
    lateness: execution.lateness,
    occurrence_at: isoOf(execution.occurrenceAt),
    available_at: isoOf(execution.availableAt),
    reason: execution.reason,
    failure:
      error === null
        ? null
        : { name: error.name, message: error.message, code: error.code, error_class: error.errorClass },
    attempts: execution.attempts.map((attempt) => ({
      status: attempt.status,
      worker_id: attempt.owner,
      started_at: isoOf(attempt.startedAt),
      completed_at: isoOf(attempt.finishedAt),
      error: attempt.error?.message ?? null,
    })),
    progress: progress === null ? null : { ...progress },
    dead_letter: execution.deadLetter !== null,
    cancel_requested: execution.cancelRequest,
    original_execution_id: execution.originalExecutionId,
    workflow: workflow === null ? null : { run: workflow.run, step: workflow.step, index: workflow.index },
  };
}

export const logSchema = z
  .strictObject({
    at: time,
    level: z.enum(['debug', 'info', 'warn', 'error']),
    message: z.string(),
    context: jsonObject.nullable(),
  })
  .meta({ id: 'ExecutionLog' });

export function logView({ at, level, message, context }: ExecutionLog): z.infer<typeof logSchema> {
  return { at: isoOf(at), level, message, context };
}
