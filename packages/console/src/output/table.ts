import { displayWidth, plainText, render, sanitize, styled, type Text, truncate } from './text.js';

export interface Column<TRow> {
  readonly header: string;
  readonly cell: (row: TRow) => Text;
  readonly align?: 'left' | 'right';
  /** Whether the column is never cut, because people copy its values, such as ids. */
  readonly fixed?: boolean;
}

export interface TableLayout {
  /** The columns of the terminal. Null: the output is not a terminal, and nothing is cut. */
  readonly width: number | null;
  readonly colours: boolean;
}

const GAP = '  ';
const NARROWEST = 6;

/** The lines of a table, header first, fitted to the terminal. */
export function formatTable<TRow>(
  columns: readonly Column<TRow>[],
  rows: readonly TRow[],
  layout: TableLayout,
): string[] {
  const cells = rows.map((row) => columns.map((column) => column.cell(row)));
  const header = columns.map((column): Text => styled('bold', column.header));
  const widths = fit(columns, naturalWidths([header, ...cells]), layout.width);
  return [header, ...cells].map((line) => formatLine(line, columns, { widths, colours: layout.colours }));
}

function naturalWidths(lines: readonly (readonly Text[])[]): number[] {
  const [first = []] = lines;
  return first.map((_, index) =>
    Math.max(...lines.map((line) => displayWidth(sanitize(plainText(line[index] ?? ''))))),
  );
}

/** Narrows the widest column that may shrink, step by step, until the line fits or no column can shrink. */
function fit<TRow>(columns: readonly Column<TRow>[], natural: number[], available: number | null): number[] {
  const widths = [...natural];
  if (available === null) return widths;
  let excess = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1)) - available;
  while (excess > 0) {
    const widest = widestShrinkable(columns, widths);
    if (widest === null) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

function widestShrinkable<TRow>(columns: readonly Column<TRow>[], widths: readonly number[]): number | null {
  let widest: number | null = null;
  columns.forEach((column, index) => {
    const width = widths[index] ?? 0;
    if (column.fixed === true || width <= Math.max(NARROWEST, displayWidth(column.header))) return;
    if (widest === null || width > (widths[widest] ?? 0)) widest = index;
  });
  return widest;
}

interface LineLayout {
  readonly widths: readonly number[];
  readonly colours: boolean;
}

function formatLine<TRow>(
  cells: readonly Text[],
  columns: readonly Column<TRow>[],
  { widths, colours }: LineLayout,
): string {
  const parts = cells.map((cell, index) => {
    const text = truncate(sanitize(plainText(cell)), widths[index] ?? 0);
    const padding = ' '.repeat(Math.max(0, (widths[index] ?? 0) - displayWidth(text)));
    const shown = render(typeof cell === 'string' ? text : { ...cell, text }, colours);
    return columns[index]?.align === 'right' ? padding + shown : shown + padding;
  });
  return parts.join(GAP).trimEnd();
}
