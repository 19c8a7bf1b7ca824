import { ScheduleInvalid } from '../errors/errors.js';

declare const jobTypeBrand: unique symbol;

/** The name of a kind of work, such as `export_report`. Domain packages add their own. */
export type JobType = string & { readonly [jobTypeBrand]: true };

const PATTERN = /^[a-z][a-z0-9]*(?:[._:-][a-z0-9]+)*$/i;
const MAX_LENGTH = 128;

/** The rule for job types in words, for messages. */
export const JOB_TYPE_RULE = `letters and digits in groups joined by one of . _ : - , starting with a letter, at most ${MAX_LENGTH} characters, such as 'export_report'`;

export function isJobType(value: unknown): value is JobType {
  return typeof value === 'string' && value.length <= MAX_LENGTH && PATTERN.test(value);
}

/**
 * Creates a job type. Throws ScheduleInvalid if the name is not valid.
 *
 * @example
 * export const EXPORT_REPORT = jobType('export_report');
 */
export function jobType(value: string): JobType {
  if (isJobType(value)) return value;
  throw new ScheduleInvalid({ field: 'type', value, problem: 'is not a job type', accepted: JOB_TYPE_RULE });
}
