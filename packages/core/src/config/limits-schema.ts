import {
  type CircuitOptions,
  DEFAULT_CIRCUIT,
  isJobType,
  JOB_TYPE_RULE,
  toMilliseconds,
} from '@scheduler/contracts';
import { z } from 'zod';
import { duration, flag, integer, nameField, queueField } from '../support/input/fields.js';
import { schemaError } from '../support/input/read-input.js';

/** The tokens in each period, which is also the size of the bucket. */
export interface RateLimit {
  readonly count: number;
  readonly periodMs: number;
}

/** The limit of a job type. */
export interface TypeRateLimit extends RateLimit {
  /** True: one bucket for all tenants. Default: each tenant has its own, and work without a tenant another one. */
  readonly shared?: true;
}

const MOST_TOKENS = 1_000_000;
const RATE_RULE = "a rate such as '100/m', '10/s', '5/30s' or { count: 100, period: '1m' }";
const RATE = /^(\d{1,7})\s*\/\s*(\S+)$/;
const UNITS: Readonly<Record<string, string>> = { s: '1s', m: '1m', h: '1h', d: '1d' };

const rateParts = z
  .strictObject(
    { count: integer(1, MOST_TOKENS), period: duration(1_000, '1 s') },
    schemaError('is not a rate', RATE_RULE),
  )
  .transform(({ count, period }): RateLimit => ({ count, periodMs: period }));

const rateText = z.string(schemaError('is not a rate', RATE_RULE)).transform((text, context): RateLimit => {
  const [, count = '', period = ''] = RATE.exec(text) ?? [];
  try {
    const read = rateParts.safeParse({
      count: Number(count),
      period: toMilliseconds(UNITS[period] ?? period),
    });
    if (read.success) return read.data;
  } catch {
    // The issue is added below.
  }
  context.addIssue({ code: 'custom', message: schemaError('is not a rate', RATE_RULE).error });
  return z.NEVER;
});

const TYPE_RATE_RULE = `${RATE_RULE}; for all tenants together '100/m shared' or { count, period, shared: true }`;
const SHARED = /\s+shared\s*$/;

const typeRateParts = z
  .strictObject(
    { count: integer(1, MOST_TOKENS), period: duration(1_000, '1 s'), shared: flag.default(false) },
    schemaError('is not a rate', TYPE_RATE_RULE),
  )
  .transform(({ count, period, shared }): TypeRateLimit => {
    return { count, periodMs: period, ...(shared ? { shared } : {}) };
  });

const typeRateText = z
  .string(schemaError('is not a rate', TYPE_RATE_RULE))
  .transform((text, context): TypeRateLimit => {
    const rate = rateText.safeParse(text.replace(SHARED, ''));
    if (rate.success) return SHARED.test(text) ? { ...rate.data, shared: true } : rate.data;
    context.addIssue({ code: 'custom', message: schemaError('is not a rate', TYPE_RATE_RULE).error });
    return z.NEVER;
  });

const typeName = z
  .string(schemaError('is not a job type', JOB_TYPE_RULE))
  .refine(isJobType, schemaError('is not a job type', JOB_TYPE_RULE));
const rateField = z.union([rateText, rateParts], schemaError('is not a rate', RATE_RULE));
const typeRateField = z.union([typeRateText, typeRateParts], schemaError('is not a rate', TYPE_RATE_RULE));

/** Token buckets that all nodes share. What is not named has no limit. */
export const rateLimits = z.strictObject(
  {
    global: rateField.nullable().default(null),
    queues: z
      .record(queueField, rateField, schemaError('is not a set of rates', `{ queue: '100/m' }`))
      .default({}),
    types: z
      .record(typeName, typeRateField, schemaError('is not a set of rates', `{ type: '100/m' }`))
      .default({}),
    custom: z
      .record(nameField, rateField, schemaError('is not a set of rates', `{ name: '100/m' }`))
      .default({}),
  },
  schemaError('is not an object', '{ global, queues, types, custom }'),
);

const MOST_IN_A_ROW = 1_000_000;

/** A circuit: what opens it, and what closes it again. */
export const circuitOptions = z
  .strictObject(
    {
      failureThreshold: integer(1, MOST_IN_A_ROW).default(DEFAULT_CIRCUIT.failureThreshold),
      successThreshold: integer(1, MOST_IN_A_ROW).default(DEFAULT_CIRCUIT.successThreshold),
      resetTimeout: duration(1, '1 ms').prefault(DEFAULT_CIRCUIT.resetTimeoutMs),
      halfOpenTrials: integer(1, MOST_IN_A_ROW).default(DEFAULT_CIRCUIT.halfOpenTrials),
      shared: flag.default(false),
    },
    schemaError(
      'is not an object',
      '{ failureThreshold, successThreshold, resetTimeout, halfOpenTrials, shared }',
    ),
  )
  .transform(({ resetTimeout, shared, ...rest }): CircuitOptions => {
    return { ...rest, resetTimeoutMs: resetTimeout, ...(shared ? { shared } : {}) };
  });

export type CircuitInput = z.input<typeof circuitOptions>;

export const circuits = z.record(
  nameField,
  circuitOptions,
  schemaError('is not a set of circuits', '{ name: { failureThreshold, … } }'),
);
