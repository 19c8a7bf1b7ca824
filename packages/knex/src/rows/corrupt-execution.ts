import type { Execution } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import { attemptsOf } from './attempts-json.js';
import { detailsOf } from './execution-details.js';
import { executionFromRow, statusOf } from './execution-row.js';
import { type ColumnCheck, repairRow } from './corrupt-row.js';

/** Details that say nothing: a policy without retries, and what is usual. */
const NEUTRAL_DETAILS = JSON.stringify({ policy: [300_000, 0, 'continue', 'fixed', 0, 1, 0, 0] });

const CHECKS: readonly ColumnCheck[] = [
  { column: 'payload', read: parseJson, standIn: () => 'null' },
  { column: 'details', read: (text) => detailsOf.of(text), standIn: () => NEUTRAL_DETAILS },
  { column: 'output', read: parseJson, standIn: () => null },
  { column: 'error', read: parseJson, standIn: () => null },
  { column: 'attempts', read: attemptsOf, standIn: () => null },
  { column: 'status', read: statusOf, standIn: () => 'failed' },
];

/** Which columns of the row make no sense. */
export function corruptExecutionColumns(row: Row): readonly string[] {
  return repairRow(row, CHECKS).corrupt;
}

/** What can be read of an execution; the reason says that it is not all. */
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
