import { z } from 'zod';
import { duration, integer, nameField, oneOf, ordinary, priorityField, queueField } from './fields.js';
import { schemaError } from './read-input.js';

const MOST_RETRIES = 1_000;
const MOST_AT_ONCE = 10_000;

const timeout = duration(1, '1 ms');

const backoffSchema = z.strictObject({
  strategy: oneOf(['fixed', 'linear', 'exponential']).optional(),
  delay: duration(0, '0').optional(),
  factor: z
    .number(schemaError('is not a number', '1 or more'))
    .min(1, schemaError('is too small', '1 or more'))
    .optional(),
  maxDelay: duration(0, '0').optional(),
  jitter: z
    .number(schemaError('is not a number', '0 to 1'))
    .min(0, schemaError('is too small', '0 to 1'))
    .max(1, schemaError('is too big', '0 to 1'))
    .optional(),
});

export const concurrencyLimit = integer(1, MOST_AT_ONCE);

/** How work is run: the same options for jobs, for enqueued work and for the defaults of a type. */
export const runOptions = {
  queue: queueField.optional(),
  priority: priorityField.optional(),
  timeout: timeout.optional(),
  maxRetries: integer(0, MOST_RETRIES).optional(),
  backoff: ordinary(
    backoffSchema,
    schemaError('is not an object', '{ strategy, delay, factor, maxDelay, jitter }'),
  ).optional(),
  circuit: nameField.nullable().optional(),
  concurrencyLimit: concurrencyLimit.optional(),
};
