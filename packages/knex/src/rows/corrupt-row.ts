import type { Row } from '../database/results.js';

/** How a column is read, and what stands in for what cannot be. */
export interface ColumnCheck {
  readonly column: string;
  /** Throws for what makes no sense. */
  readonly read: (value: string) => unknown;
  readonly standIn: (row: Row) => string | null;
}

export interface RepairedRow {
  readonly row: Row;
  /** The columns that could not be read. */
  readonly corrupt: readonly string[];
}

/** The row with something readable in each column. What was there is not told: it may be anything, a user's secret too. */
export function repairRow(row: Row, checks: readonly ColumnCheck[]): RepairedRow {
  const corrupt = checks.filter(({ column, read }) => !canRead(row[column], read));
  const standIns = corrupt.map(({ column, standIn }) => [column, standIn(row)]);
  return { row: { ...row, ...Object.fromEntries(standIns) }, corrupt: corrupt.map(({ column }) => column) };
}

function canRead(value: unknown, read: ColumnCheck['read']): boolean {
  if (value === null) return true;
  try {
    read(String(value));
    return true;
  } catch {
    return false;
  }
}
