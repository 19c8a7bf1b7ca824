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
/** Below this, what is left of a cell says little, and the table rather takes more lines. */
const NARROWEST = 8;
const INDENT = 4;

/** The lines of a table, header first. Where a row does not fit the terminal, its last columns follow on indented lines. */
export function formatTable<TRow>(
  columns: readonly Column<TRow>[],
  rows: readonly TRow[],
  layout: TableLayout,
): string[] {
  const cells = rows.map((row) => columns.map((column) => column.cell(row)));
  const header = columns.map((column): Text => styled('bold', column.header));
  const natural = naturalWidths([header, ...cells]);
  const measured = columns.map((column, index) => measure(column, { index, natural: natural[index] ?? 0 }));
  const parts = partsOf(measured, layout.width);
  return [header, ...cells].flatMap((line) => parts.map((part) => formatPart(line, part, layout.colours)));
}

interface MeasuredColumn {
  /** Its place among the columns. */
  readonly index: number;
  readonly alignRight: boolean;
  readonly least: number;
  readonly width: number;
}

/** The columns that share one line of the terminal. */
interface Part {
  readonly indent: number;
  readonly columns: readonly MeasuredColumn[];
}

function naturalWidths(lines: readonly (readonly Text[])[]): number[] {
  const [first = []] = lines;
  return first.map((_, index) =>
    Math.max(...lines.map((line) => displayWidth(sanitize(plainText(line[index] ?? ''))))),
  );
}

function measure<TRow>(
  { header, align, fixed }: Column<TRow>,
  { index, natural }: { readonly index: number; readonly natural: number },
): MeasuredColumn {
  const readable = Math.min(natural, Math.max(NARROWEST, displayWidth(header)));
  return { index, alignRight: align === 'right', least: fixed === true ? natural : readable, width: natural };
}

/** Puts columns on one line as long as all of them can be read, and the others on further lines. */
function partsOf(columns: readonly MeasuredColumn[], available: number | null): readonly Part[] {
  if (available === null) return [{ indent: 0, columns }];
  const parts: MeasuredColumn[][] = [[]];
  for (const column of columns) {
    const current = parts.at(-1) ?? [];
    const room = available - (parts.length > 1 ? INDENT : 0);
    if (current.length === 0 || widthOf([...current, column], 'least') <= room) current.push(column);
    else parts.push([column]);
  }
  return parts.map((part, number) => {
    const indent = number === 0 ? 0 : INDENT;
    return { indent, columns: fit(part, available - indent) };
  });
}

function widthOf(columns: readonly MeasuredColumn[], key: 'least' | 'width'): number {
  return columns.reduce((sum, column) => sum + column[key], GAP.length * (columns.length - 1));
}

/** Narrows the widest column that may shrink, step by step, until the line fits or no column can shrink. */
function fit(columns: readonly MeasuredColumn[], available: number): readonly MeasuredColumn[] {
  const fitted = columns.map((column) => ({ ...column }));
  for (let excess = widthOf(fitted, 'width') - available; excess > 0; excess -= 1) {
    const shrinkable = fitted.filter(({ width, least }) => width > least);
    const widest = shrinkable.reduce<(typeof fitted)[number] | null>(
      (most, column) => (most === null || column.width > most.width ? column : most),
      null,
    );
    if (widest === null) break;
    widest.width -= 1;
  }
  return fitted;
}

function formatPart(cells: readonly Text[], { indent, columns }: Part, colours: boolean): string {
  const shown = columns.map(({ index, width, alignRight }) => {
    const cell = cells[index] ?? '';
    const text = truncate(sanitize(plainText(cell)), width);
    const padding = ' '.repeat(Math.max(0, width - displayWidth(text)));
    const rendered = render(typeof cell === 'string' ? text : { ...cell, text }, colours);
    return alignRight ? padding + rendered : rendered + padding;
  });
  return `${' '.repeat(indent)}${shown.join(GAP)}`.trimEnd();
}
