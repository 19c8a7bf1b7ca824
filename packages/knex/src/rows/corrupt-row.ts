import type { Row } from '../database/results.js';

/** How a column is read, and the value that replaces it if it cannot be read. */
export interface ColumnCheck {
  readonly column: string;
  /** Throws if the value cannot be read. */
  readonly read: (value: string) => unknown;
  readonly standIn: (row: Row) => string | null;
}

export interface RepairedRow {
  readonly row: Row;
  /** The columns that could not be read. */
  readonly corrupt: readonly string[];
}

/** Returns the row with a readable value in each column. Corrupt values are never shown, because they may hold secrets. */
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
