import type { ExclusionsInput, ScheduleChanges, UniqueInput } from '@scheduler/contracts';
import { z } from 'zod';
import { anyJson, jsonObject } from './json-fields.js';
import { instant } from './query-fields.js';
import { snakeCase } from './snake-case.js';

/** The fields of jobs and of enqueued work. Their values are checked by the scheduler, by the rules that hold for code too. */

const text = z.string().max(2_000);
const count = z.int().min(0).max(1_000_000_000);
const milliseconds = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
const MOST_DATES = 10_000;

const backoff = z
  .strictObject({
    strategy: z.enum(['fixed', 'linear', 'exponential']).optional(),
    delay_ms: milliseconds.optional(),
    factor: z.number().optional(),
    max_delay_ms: milliseconds.optional(),
    jitter: z.number().optional(),
  })
  .transform(({ delay_ms: delay, max_delay_ms: maxDelay, ...rest }) => defined({ ...rest, delay, maxDelay }));

export const exclusionsInput = z
  .strictObject({
    dates: z.array(text).max(MOST_DATES).optional(),
    hours: z
      .array(z.strictObject({ weekdays: z.array(weekday).optional(), from: text, to: text }))
      .max(100)
      .optional(),
    calendar: text.nullable().optional(),
    shift: z.enum(['skip', 'previous', 'next']).optional(),
  })
  .transform((given) => defined(given) as ExclusionsInput);

const missedRuns = z.union([
  z.enum(['skip', 'latest', 'all']),
  z
    .strictObject({
      policy: z.enum(['skip', 'latest', 'all']),
      cap: count.optional(),
      grace_ms: milliseconds.optional(),
    })
    .transform(({ grace_ms: grace, ...rest }) => defined({ ...rest, grace })),
]);

const unique = z.union([
  z.boolean(),
  z
    .strictObject({
      by: z
        .array(z.union([z.enum(['name', 'queue', 'args']), z.strictObject({ args: z.array(text) })]))
        .optional(),
      states: z
        .array(
          z.enum([
            'pending',
            'running',
            'success',
            'failed',
            'timeout',
            'cancelled',
            'scheduled',
            'completed',
          ]),
        )
        .optional(),
      period_ms: milliseconds.optional(),
    })
    .transform(({ period_ms: period, ...rest }) => defined({ ...rest, period }) as UniqueInput),
]);

export const priorityInput = z.union([
  z.enum(['critical', 'high', 'medium', 'low', 'lowest']),
  z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
]);

/** How work runs: the same for a job and for what is enqueued. */
export const runFields = {
  queue: text.optional(),
  priority: priorityInput.optional(),
  timeout_ms: milliseconds.optional(),
  max_retries: count.optional(),
  backoff: backoff.optional(),
  circuit: text.nullable().optional(),
  concurrency_limit: count.optional(),
  tags: z.array(text).optional(),
  metadata: jsonObject.optional(),
  payload: anyJson.optional(),
  unique: unique.optional(),
};

/** What a job has beside that. */
export const scheduleFields = {
  jitter_ms: milliseconds.optional(),
  allow_overlap: z.boolean().optional(),
  missed_runs: missedRuns.optional(),
  on_exhausted: z.enum(['continue', 'pause']).optional(),
};

/** Fields that can be removed from a job by null. */
export const removableFields = {
  description: text,
  target_id: text,
  start_date: instant,
  end_date: instant,
  max_executions: count,
  exclusions: exclusionsInput,
  overlap: z.enum(['skip', 'queue']),
  expect_within_ms: milliseconds,
  concurrency: count,
  concurrency_key: text,
};

const RENAMED: Readonly<Record<string, keyof ScheduleChanges | 'delay' | 'uniqueKey' | 'runAt'>> = {
  timeout_ms: 'timeout',
  max_retries: 'maxRetries',
  concurrency_limit: 'concurrencyLimit',
  jitter_ms: 'jitter',
  allow_overlap: 'allowOverlap',
  missed_runs: 'missedRuns',
  on_exhausted: 'onExhausted',
  expect_within_ms: 'expectWithin',
  target_id: 'targetId',
  start_date: 'startAt',
  end_date: 'endAt',
  max_executions: 'maxExecutions',
  concurrency_key: 'concurrencyKey',
  delay_ms: 'delay',
  unique_key: 'uniqueKey',
  run_at: 'runAt',
  schedule: 'cron',
  every_ms: 'every',
  timezone: 'zone',
};

/** Members under the names that the scheduler has for them, without those that were not given. */
export function renamed(fields: object): Record<string, unknown> {
  return defined(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [RENAMED[name] ?? name, value])),
  );
}

const REVERSED = new Map(Object.entries(RENAMED).map(([ours, core]) => [core as string, ours]));

/** How a field of the scheduler is called in the body of a request. */
export function inputNameOf(field: string): string {
  if (field === 'type') return 'handler_name';
  if (field === 'tenant') return 'platform_id';
  const [first = '', ...rest] = field.split('.');
  if (first === 'trigger') return snakeCase(field);
  return [REVERSED.get(first) ?? first, ...rest].join('.');
}

function defined<T extends object>(members: T): { [K in keyof T]: T[K] } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
