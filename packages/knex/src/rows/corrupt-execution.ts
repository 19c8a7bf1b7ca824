import type { Execution } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import { attemptsOf } from './attempts-json.js';
import { detailsOf } from './execution-details.js';
import { executionFromRow, statusOf } from './execution-row.js';
import { type ColumnCheck, repairRow } from './corrupt-row.js';

/** Replaces corrupt details: a policy without retries, and defaults for the rest. */
const NEUTRAL_DETAILS = JSON.stringify({ policy: [300_000, 0, 'continue', 'fixed', 0, 1, 0, 0] });

const CHECKS: readonly ColumnCheck[] = [
  { column: 'payload', read: parseJson, standIn: () => 'null' },
  { column: 'details', read: (text) => detailsOf.parse(text), standIn: () => NEUTRAL_DETAILS },
  { column: 'output', read: parseJson, standIn: () => null },
  { column: 'error', read: parseJson, standIn: () => null },
  { column: 'attempts', read: attemptsOf, standIn: () => null },
  { column: 'status', read: statusOf, standIn: () => 'failed' },
];

/** The columns of the row that cannot be read. */
export function corruptExecutionColumns(row: Row): readonly string[] {
  return repairRow(row, CHECKS).corrupt;
}

/** Reads an execution even if its row is corrupt. Its reason names the columns that could not be read. */
export function readableExecution(row: Row): Execution {
  try {
    return executionFromRow(row);
  } catch {
    const { row: readable, corrupt } = repairRow(row, CHECKS);
    return executionFromRow({
      ...readable,
      reason_code: 'corrupt',
      reason_message: `its row is corrupt (${corrupt.join(', ')})`,
    });
  }
}
