import { type Column, formatTable } from './table.js';
import { styled } from './text.js';

interface Row {
  readonly name: string;
  readonly count: number;
}

const columns: readonly Column<Row>[] = [
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'COUNT', cell: ({ count }) => styled('green', String(count)), align: 'right', fixed: true },
];

const rows = [
  { name: 'short', count: 1 },
  { name: 'a name that goes on and on', count: 1000 },
];

describe('formatTable', () => {
  it('aligns columns and cuts nothing where there is no terminal', () => {
    expect(formatTable(columns, rows, { width: null, colours: false })).toEqual([
      'NAME                        COUNT',
      'short                           1',
      'a name that goes on and on   1000',
    ]);
  });

  it('fits the terminal by cutting the widest column that may be cut', () => {
    const lines = formatTable(columns, rows, { width: 20, colours: false });
    expect(lines).toEqual(['NAME           COUNT', 'short              1', 'a name that …   1000']);
  });

  it('does not cut columns below a readable width, but continues rows on indented lines', () => {
    const lines = formatTable(columns, rows, { width: 12, colours: false });
    expect(lines.slice(0, 2)).toEqual(['NAME', '    COUNT']);
    expect(lines.slice(-2)).toEqual(['a name that…', '     1000']);
    expect(formatTable(columns, rows, { width: 3, colours: false }).at(-2)).toBe('a name …');
  });

  it('never cuts a column whose values are copied', () => {
    const ids: readonly Column<Row>[] = [{ ...columns[0], header: 'ID', fixed: true } as Column<Row>];
    expect(formatTable(ids, rows, { width: 10, colours: false }).at(-1)).toBe('a name that goes on and on');
  });

  it('colours do not count as width, and escape sequences in cells are removed', () => {
    const lines = formatTable(columns, [{ name: '\u001b[31mred', count: 7 }], { width: null, colours: true });
    expect(lines[1]).toBe('red       \u001b[32m7\u001b[39m');
  });
});
