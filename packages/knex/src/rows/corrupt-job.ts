import {
  DEFAULT_BACKOFF,
  DEFAULT_MISSED_RUNS,
  DEFAULT_QUEUE,
  type JobPolicies,
  type Priority,
  type ScheduledJob,
} from '@scheduler/contracts';
import { NO_CONCURRENCY_LIMITS, parseJson } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import { exclusionsOf, jobFromRow, metadataOf, statusOf, tagsOf, triggersOf } from './job-row.js';
import { type ColumnCheck, repairRow } from './corrupt-row.js';
import { policiesOf } from './policies-json.js';

function neutralPolicies(row: Row): JobPolicies {
  return {
    timeoutMs: 300_000,
    maxRetries: 0,
    backoff: DEFAULT_BACKOFF,
    onExhausted: 'continue',
    queue: String(row['queue'] ?? DEFAULT_QUEUE),
    priority: Number(row['priority']) as Priority,
    allowOverlap: false,
    missedRuns: DEFAULT_MISSED_RUNS,
    ...NO_CONCURRENCY_LIMITS,
    unique: null,
  };
}

const CHECKS: readonly ColumnCheck[] = [
  { column: 'payload', read: parseJson, standIn: () => 'null' },
  // An event trigger has no instants, so that the job neither fires nor ends by itself.
  {
    column: 'trigger_spec',
    read: (text) => triggersOf.parse(text),
    standIn: () => '{"kind":"event","name":"corrupt"}',
  },
  {
    column: 'policies',
    read: (text) => policiesOf.parse(text),
    standIn: (row) => JSON.stringify(neutralPolicies(row)),
  },
  { column: 'tags', read: (text) => tagsOf.parse(text), standIn: () => '[]' },
  { column: 'metadata', read: (text) => metadataOf.parse(text), standIn: () => '{}' },
  { column: 'exclusions', read: (text) => exclusionsOf.parse(text), standIn: () => null },
  { column: 'status', read: statusOf, standIn: () => 'paused' },
];

/** The columns of the row that cannot be read. */
export function corruptJobColumns(row: Row): readonly string[] {
  return repairRow(row, CHECKS).corrupt;
}

/** The reason of a job that is paused because its row is corrupt. */
export function quarantineReason(columns: readonly string[]): string {
  return `quarantined: its row is corrupt (${columns.length === 0 ? 'unreadable' : columns.join(', ')})`;
}

/** Reads a job even if its row is corrupt, so that it can be listed, counted and deleted like any other. */
export function readableJob(row: Row): ScheduledJob {
  try {
    return jobFromRow(row);
  } catch {
    const { row: readable, corrupt } = repairRow(row, CHECKS);
    return jobFromRow({ ...readable, status_reason: quarantineReason(corrupt) });
  }
}
