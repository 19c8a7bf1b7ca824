import {
  DEFAULT_BACKOFF,
  type BackoffInput,
  type JsonValue,
  type ScheduleDefinition,
} from '@scheduler/contracts';
import { DISPATCH_AGENT, TRIGGER_WORKFLOW } from '@scheduler/core';
import { z } from 'zod';
import { anyJson, jsonObject } from '../fields/json-fields.js';
import { HANDLER_TYPES } from '../views/job-view.js';
import type { Call } from '../declare/route.js';
import { tenantField, tenantOf } from './tenant-of.js';

const MOST = 1_000_000_000;
const milliseconds = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** What a job of the seed's API has as its payload where none is given. */
const NO_PAYLOAD: JsonValue = {};

/** The fields that all jobs of the seed's API have. What a value means is checked by the scheduler. */
export const seedJobFields = {
  name: z.string().min(1),
  description: z.string().optional(),
  handler_name: z.string(),
  handler_type: z.enum(HANDLER_TYPES).optional(),
  payload: anyJson.optional(),
  max_retries: z.int().min(0).max(MOST).optional(),
  retry_delay_ms: milliseconds.optional(),
  timeout_ms: milliseconds.optional(),
  priority: z.enum(['low', 'medium', 'high', 'critical']).optional(),
  tags: z.array(z.string()).optional(),
  metadata: jsonObject.optional(),
  platform_id: tenantField.optional(),
};

export const seedRecurringFields = {
  ...seedJobFields,
  schedule: z.string(),
  timezone: z.string().optional(),
  enabled: z.boolean().optional(),
  concurrency: z.int().min(1).max(MOST).optional(),
  allow_overlap: z.boolean().optional(),
};

type CommonFields = z.output<z.ZodObject<typeof seedJobFields>> &
  Pick<z.output<z.ZodObject<typeof seedRecurringFields>>, 'enabled' | 'concurrency' | 'allow_overlap'>;

/** What fields of the seed's API say about a job, but for when it runs. Who creates it, and for which tenant, is decided by the principal. */
export function definitionOf(
  fields: CommonFields,
  { principal }: Pick<Call, 'principal'>,
): Omit<ScheduleDefinition, 'trigger'> {
  const tenant = tenantOf(principal, fields.platform_id);
  return {
    ...workOf(fields, NO_PAYLOAD),
    name: fields.name,
    createdBy: principal.id,
    ...(tenant === null ? {} : { tenant }),
    ...given({
      description: fields.description,
      maxRetries: fields.max_retries,
      backoff: backoffOf(fields.retry_delay_ms),
      timeout: fields.timeout_ms,
      priority: fields.priority,
      tags: fields.tags,
      metadata: fields.metadata,
      enabled: fields.enabled,
      concurrency: fields.concurrency,
      allowOverlap: fields.allow_overlap,
    }),
  };
}

/** The type and payload of work that the seed's fields name: an agent and a workflow have job types of their own. */
export function workOf(
  {
    handler_name: name,
    handler_type: kind,
    payload,
  }: Pick<CommonFields, 'handler_name' | 'handler_type' | 'payload'>,
  none: JsonValue = null,
): { type: string; payload?: JsonValue } {
  const input = payload === undefined ? none : payload;
  if (kind === 'agent') return { type: DISPATCH_AGENT, payload: { agent: name, input } };
  if (kind === 'workflow') return { type: TRIGGER_WORKFLOW, payload: { workflow: name, input } };
  return { type: name, ...(payload === undefined ? {} : { payload }) };
}

/** A delay above the longest that retries wait by default raises that too. */
function backoffOf(delay: number | undefined): BackoffInput | undefined {
  if (delay === undefined) return undefined;
  return delay > DEFAULT_BACKOFF.maxDelayMs ? { delay, maxDelay: delay } : { delay };
}

/** The members that have a value, since an undefined one would be taken for a wrong one. */
export function given<T extends object>(
  members: T,
): { [K in keyof T]?: NonNullable<T[K]> | Extract<T[K], null> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

const NAMES: readonly (readonly [string, string])[] = [
  ['trigger.expressions', 'schedule'],
  ['trigger.zone', 'timezone'],
  ['trigger.at', 'execute_at'],
  ['trigger', 'schedule'],
  ['executeAt', 'execute_at'],
  ['startAt', 'start_date'],
  ['endAt', 'end_date'],
  ['startDate', 'start_date'],
  ['endDate', 'end_date'],
  ['type', 'handler_name'],
  ['backoff.delay', 'retry_delay_ms'],
  ['backoff', 'retry_delay_ms'],
  ['timeout', 'timeout_ms'],
  ['maxRetries', 'max_retries'],
  ['maxExecutions', 'max_executions'],
  ['allowOverlap', 'allow_overlap'],
  ['tenant', 'platform_id'],
];

/** How a field of a definition is called in the seed's API. */
export function seedNameOf(field: string): string {
  const known = NAMES.find(([of]) => field === of || field.startsWith(`${of}.`));
  return known === undefined ? field : `${known[1]}${field.slice(known[0].length)}`;
}

/** What the application is asked whether it may be used: the job type, or the agent or workflow that the job starts. */
export function usedBy({ type, payload }: { readonly type: string; readonly payload?: unknown }): string {
  const member = type === DISPATCH_AGENT ? 'agent' : type === TRIGGER_WORKFLOW ? 'workflow' : null;
  if (member === null || typeof payload !== 'object' || payload === null) return type;
  const name: unknown = (payload as Readonly<Record<string, unknown>>)[member];
  return typeof name === 'string' ? `${member}:${name}` : type;
}
