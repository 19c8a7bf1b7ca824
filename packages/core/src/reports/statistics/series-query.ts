import { QueryInvalid, type SeriesGrouping, type SeriesQuery } from '@scheduler/contracts';
import { bucketAfter, bucketOf } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import { dateField, duration, nameField, oneOf } from '../../support/input/fields.js';
import { readInput, schemaError } from '../../support/input/read-input.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What people read as a step of time. */
const STEPS: readonly number[] = [
  ...[1, 5, 10, 30].map((count) => count * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 7, 28, 364].map((count) => count * DAY_MS),
];
const MOST_BUCKETS = 500;
const USUAL_BUCKETS = 100;

export const SERIES_GROUPINGS = ['status', 'queue', 'type'] as const satisfies readonly SeriesGrouping[];

export interface SeriesRange {
  readonly since: Date;
  readonly until: Date;
  readonly bucketMs: number;
  readonly by: SeriesGrouping | null;
  readonly job: string | null;
}

const schema = z.strictObject(
  {
    since: dateField.optional(),
    until: dateField.optional(),
    bucket: duration(1_000, 'one second').optional(),
    by: oneOf(SERIES_GROUPINGS).optional(),
    job: nameField.optional(),
  },
  schemaError('is not an object', '{ since, until, bucket, by, job }'),
);

/** The whole buckets in which the requested range lies. Default: the last 24 hours. */
export function readSeriesQuery(query: SeriesQuery, now: Date): SeriesRange {
  const read = readInput({
    schema,
    value: query,
    error: QueryInvalid,
    subject: 'query',
    known: Object.keys(schema.shape),
  });
  const until = read.until ?? now;
  const since = read.since ?? new Date(until.getTime() - DAY_MS);
  if (since >= until)
    throw new QueryInvalid({
      field: 'since',
      value: since,
      problem: 'must be before `until`',
      accepted: `an instant before ${until.toISOString()}`,
    });
  const bucketMs = read.bucket ?? usualBucket(until.getTime() - since.getTime());
  const range = {
    since: bucketOf(since, bucketMs),
    // What ends now belongs to a range without an end.
    until: bucketAfter(read.until === undefined ? now : new Date(until.getTime() - 1), bucketMs),
  };
  checkLength(range, bucketMs, query.bucket);
  return { ...range, bucketMs, by: read.by ?? null, job: read.job ?? null };
}

function usualBucket(rangeMs: number): number {
  return STEPS.find((step) => rangeMs / step <= USUAL_BUCKETS) ?? stepOver(rangeMs);
}

/** For ranges of more than a century. */
function stepOver(rangeMs: number): number {
  return Math.ceil(rangeMs / USUAL_BUCKETS / DAY_MS) * DAY_MS;
}

function checkLength(
  { since, until }: Pick<SeriesRange, 'since' | 'until'>,
  bucketMs: number,
  given: unknown,
): void {
  const rangeMs = until.getTime() - since.getTime();
  if (rangeMs / bucketMs <= MOST_BUCKETS) return;
  throw new QueryInvalid({
    field: 'bucket',
    value: given,
    problem: `divides the range into ${Math.round(rangeMs / bucketMs)} buckets`,
    accepted: `at most ${MOST_BUCKETS} buckets: ${Math.ceil(rangeMs / (MOST_BUCKETS - 1) / 1_000)} seconds or longer`,
  });
}
