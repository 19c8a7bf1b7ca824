import type { ColumnTypes, TableShape } from '../dialects/dialect.js';

type Shape = (types: ColumnTypes) => TableShape;

/** A token bucket is stored as one number: the instant at which it is full again, in microseconds. */
const rateLimits: Shape = ({ key, int }) => ({
  name: 'rate_limits',
  columns: [`name ${key} NOT NULL`, `full_at ${int} NOT NULL`],
  primaryKey: ['name'],
  indexes: [],
});

/** The shared state of circuits. */
const circuits: Shape = ({ key, word, text, int }) => ({
  name: 'circuits',
  columns: [
    `name ${key} NOT NULL`,
    `state ${word} NOT NULL`,
    `generation ${int} NOT NULL`,
    `revision ${int} NOT NULL`,
    `failures ${int} NOT NULL`,
    `successes ${int} NOT NULL`,
    `trials ${int} NOT NULL`,
    `trials_until ${int}`,
    `opened_at ${int}`,
    `retry_at ${int}`,
    `error ${text}`,
  ],
  primaryKey: ['name'],
  indexes: [],
});

/** Limits that all nodes share: token buckets and circuits. */
export const limits0003: readonly Shape[] = [rateLimits, circuits];
