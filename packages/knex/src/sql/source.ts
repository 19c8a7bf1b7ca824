import type { Binding } from './sql.js';

export type ColumnType = 'text' | 'int';

/** A column of rows that a statement reads from its bindings instead of from a table. */
export interface SourceColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly values: readonly (string | number | null)[];
}

/** The rows of a source as one JSON text with an array for each row, for databases that cannot bind arrays. */
export function rowsAsJson(columns: readonly SourceColumn[]): Binding {
  const count = columns[0]?.values.length ?? 0;
  const rows: (string | number | null)[][] = [];
  for (let row = 0; row < count; row += 1) rows.push(columns.map(({ values }) => values[row] ?? null));
  return JSON.stringify(rows);
}
