import { type MetricsQuery, QueryInvalid } from '@scheduler/contracts';
import { z } from 'zod';
import { dateField } from '../../support/input/fields.js';
import { readInput, schemaError } from '../../support/input/read-input.js';

const DAY_MS = 86_400_000;

export interface TimeRange {
  readonly since: Date;
  readonly until: Date;
}

const schema = z.strictObject(
  { since: dateField.optional(), until: dateField.optional() },
  schemaError('is not an object', '{ since, until }'),
);

/** The requested range. Default: the last 24 hours. */
export function readRange(query: MetricsQuery, now: Date): TimeRange {
  const read = readInput({
    schema,
    value: query,
    error: QueryInvalid,
    subject: 'query',
    known: Object.keys(schema.shape),
  });
  const until = read.until ?? now;
  const since = read.since ?? new Date(until.getTime() - DAY_MS);
  if (since < until) return { since, until };
  throw new QueryInvalid({
    field: 'since',
    value: since,
    problem: 'must be before `until`',
    accepted: `an instant before ${until.toISOString()}`,
  });
}
