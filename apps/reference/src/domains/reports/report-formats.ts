import type { Cell, Table } from './report-catalog.js';

export const REPORT_FORMATS = ['csv', 'json'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

export function formatTable(table: Table, format: ReportFormat): string {
  return format === 'csv' ? toCsv(table) : toJson(table);
}

/** RFC 4180, lines ending in CRLF. */
function toCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  // A customer may be named "=HYPERLINK(…)": a spreadsheet must show that, not run it.
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function toJson({ columns, rows }: Table): string {
  const records = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  return `${JSON.stringify(records, null, 2)}\n`;
}
