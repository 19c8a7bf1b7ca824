import type { Execution, ScheduledJob } from '@scheduler/contracts';
import { z } from 'zod';
import type { BulkAction } from '../bulk/bulk-action.js';
import { isoOf, jsonObject, optionalTime, time } from '../fields/json-fields.js';
import { handlerOf } from './job-view.js';

const reasonSchema = z.strictObject({ code: z.string(), detail: z.string() });

/** How far a bulk action is. */
export const bulkActionSchema = z
  .strictObject({
    id: z.string(),
    action: z.string(),
    filter: jsonObject,
    state: z.enum(['running', 'cancelling', 'completed', 'cancelled', 'interrupted']),
    matched: z.int().meta({ description: 'How many rows matched when it began.' }),
    done: z.int(),
    failed: z.int(),
    reasons: z.array(z.strictObject({ code: z.string(), count: z.int() })),
    failures: z
      .array(reasonSchema.extend({ id: z.string() }))
      .meta({ description: 'The first 100 of the rows that failed.' }),
    interruption: reasonSchema.nullable().meta({ description: 'Why it ended before all rows were reached.' }),
    platform_id: z.string().nullable(),
    created_by: z.string(),
    reason: z.string().nullable(),
    created_at: time,
    finished_at: optionalTime,
  })
  .meta({ id: 'BulkAction' });

export function bulkActionView(action: BulkAction): z.infer<typeof bulkActionSchema> {
  const { progress } = action;
  return {
    id: action.id,
    action: action.action,
    filter: action.filter,
    state: progress.state,
    matched: action.matched,
    done: progress.done,
    failed: progress.failed,
    reasons: progress.reasons.map((each) => ({ ...each })),
    failures: progress.failures.map((each) => ({ ...each })),
    interruption: progress.interruption === null ? null : { ...progress.interruption },
    platform_id: action.tenant,
    created_by: action.principal.id,
    reason: action.reason,
    created_at: isoOf(action.createdAt),
    finished_at: isoOf(progress.finishedAt),
  };
}

const sampleSchema = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  handler_name: z.string(),
  status: z.string(),
  at: time,
});

export const dryRunSchema = z
  .strictObject({
    dry_run: z.literal(true),
    action: z.string(),
    matched: z.int(),
    sample: z.array(sampleSchema).meta({ description: 'The first 10 of the rows that match.' }),
  })
  .meta({ id: 'BulkDryRun' });

export type BulkSample = z.infer<typeof sampleSchema>;

export function sampleOfExecution(execution: Execution): BulkSample {
  const { id, jobName, type, payload, status, startedAt, scheduledAt } = execution;
  const { handler_name } = handlerOf(type, payload);
  return { id, name: jobName, handler_name, status, at: isoOf(startedAt ?? scheduledAt) };
}

export function sampleOfJob({ id, name, type, payload, status, createdAt }: ScheduledJob): BulkSample {
  const { handler_name } = handlerOf(type, payload);
  return { id, name, handler_name, status, at: isoOf(createdAt) };
}
