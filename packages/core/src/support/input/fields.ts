import {
  DURATION_RULE,
  type DurationInput,
  isJobType,
  isSchedulerError,
  isTenant,
  JOB_TYPE_RULE,
  type JobType,
  PRIORITY_RULE,
  TENANT_RULE,
  toMilliseconds,
  toPriority,
} from '@scheduler/contracts';
import { z } from 'zod';
import { isOrdinary, schemaError } from './read-input.js';

/** The fields that inputs consist of, each with one rule and one message. */

// eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

export const LONGEST_NAME = 255;
const LONGEST_DESCRIPTION = 2_000;
const MOST_TAGS = 50;
const LONGEST_TAG = 100;

export function text(longest: number) {
  const rule = `a text of 1 to ${longest} characters without control characters`;
  return z
    .string(schemaError('is not a text', rule))
    .min(1, schemaError('is empty', rule))
    .max(longest, schemaError('is too long', rule))
    .refine((value) => !CONTROL.test(value), schemaError('has control characters', rule));
}

export const nameField = text(LONGEST_NAME);
export const descriptionField = text(LONGEST_DESCRIPTION);

const ID_RULE = `letters, digits and any of . _ : - , at most ${LONGEST_NAME}`;
export const idField = z
  .string(schemaError('is not a text', ID_RULE))
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]*$/, schemaError('is not an id', ID_RULE))
  .max(LONGEST_NAME, schemaError('is too long', ID_RULE));

export const tenantField = z.custom<string>(isTenant, schemaError('is not a tenant', TENANT_RULE));

export const QUEUE_RULE = 'letters, digits, _ and - , at most 64, starting with a letter';
const QUEUE_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
export const queueField = z
  .string(schemaError('is not a queue name', QUEUE_RULE))
  .regex(QUEUE_NAME, schemaError('is not a queue name', QUEUE_RULE));

export function isQueueName(value: unknown): value is string {
  return typeof value === 'string' && QUEUE_NAME.test(value);
}

export const jobTypeField = z.custom<JobType>(isJobType, schemaError('is not a job type', JOB_TYPE_RULE));

export const tagsField = z
  .array(text(LONGEST_TAG), schemaError('is not a list of tags', 'a list of texts'))
  .max(MOST_TAGS, schemaError('has too many tags', `at most ${MOST_TAGS}`))
  .transform((tags) => [...new Set(tags)]);

/** A copy, because the caller may change its date before it is stored. */
export const dateField = z
  .custom<Date>(
    (value) =>
      Object.prototype.toString.call(value) === '[object Date]' && !Number.isNaN((value as Date).getTime()),
    schemaError('is not a valid date', "a Date, such as new Date('2030-01-01T00:00:00Z')"),
  )
  .transform((date) => new Date(date));

export const priorityField = z.unknown().transform((value, context) => {
  try {
    return toPriority(value);
  } catch {
    context.addIssue({ code: 'custom', message: schemaError('is not a priority', PRIORITY_RULE).error });
    return z.NEVER;
  }
});

/** A duration in milliseconds, at least `least`. */
export function duration(least: number, leastInWords: string) {
  return z.unknown().transform((value, context) => {
    const refuse = (problem: string) => {
      context.addIssue({ code: 'custom', message: schemaError(problem, DURATION_RULE).error });
      return z.NEVER;
    };
    try {
      const milliseconds = toMilliseconds(value as DurationInput);
      return milliseconds < least ? refuse(`must be at least ${leastInWords}`) : milliseconds;
    } catch (error) {
      return refuse(
        isInputError(error) ? (error.issues[0]?.problem ?? 'is not a duration') : 'is not a duration',
      );
    }
  });
}

function isInputError(error: unknown): error is { readonly issues: readonly { readonly problem: string }[] } {
  return isSchedulerError(error) && 'issues' in error;
}

export function integer(least: number, most: number) {
  const rule = `a whole number from ${least} to ${most}`;
  return z
    .number(schemaError('is not a number', rule))
    .int(schemaError('is not a whole number', rule))
    .min(least, schemaError('is too small', rule))
    .max(most, schemaError('is too big', rule));
}

export function oneOf<const TValues extends readonly [string, ...string[]]>(values: TValues) {
  return z.enum(values, schemaError('is not known', values.join(', ')));
}

/** A schema of an object inside of another one; see `isOrdinary`. */
export function ordinary<TSchema extends z.ZodType>(schema: TSchema, problem: { readonly error: string }) {
  return z
    .unknown()
    .refine((value) => typeof value !== 'object' || value === null || isOrdinary(value), problem)
    .pipe(schema);
}

export const flag = z.boolean(schemaError('is not a boolean', 'true or false'));
