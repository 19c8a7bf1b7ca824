import type { SeriesLine, SeriesPoint, StatisticsSeries } from '@scheduler/contracts';
import type { ConsoleIo } from '../output/console-io.js';
import { elapsed, utcTime } from '../output/times.js';
import type { Column } from '../output/table.js';
import { sparkline } from './sparkline.js';

interface SeriesRow {
  readonly group: string;
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly summary: string;
}

const COLUMNS: readonly Column<SeriesRow>[] = [
  { header: 'GROUP', cell: ({ group }) => group },
  { header: '', cell: ({ name }) => name },
  { header: 'OVER TIME', cell: ({ values }) => sparkline(values), fixed: true },
  { header: '', cell: ({ summary }) => summary },
];

/** Prints each line of a series as rows of characters, the higher the more, with its totals. */
export function printSeries(io: ConsoleIo, series: StatisticsSeries): void {
  const { since, until, countedSince, bucketMs, lines } = series;
  io.line(`${utcTime(since)} to ${utcTime(until)}, ${elapsed(bucketMs)} for each character`);
  if (countedSince > since)
    io.line(`More ended than is read: shown since ${utcTime(countedSince)}. Ask for a shorter range.`);
  if (lines.every(({ points }) => points.every(isQuiet))) return io.line('Nothing ended.');
  const columns = series.by === null ? COLUMNS.slice(1) : COLUMNS;
  io.table(
    columns,
    lines.flatMap((line) => rowsOf(line)),
  );
}

function isQuiet({ started, ended }: SeriesPoint): boolean {
  return started === 0 && ended.total === 0;
}

function rowsOf({ group, points }: SeriesLine): readonly SeriesRow[] {
  const counted = (name: string, values: readonly number[]): SeriesRow => ({
    group: '',
    name,
    values,
    summary: String(values.reduce((total, value) => total + value, 0)),
  });
  const longest = (name: string, values: readonly (number | null)[]): SeriesRow => {
    const most = Math.max(-1, ...values.map((value) => value ?? -1));
    return { group: '', name, values, summary: most < 0 ? '-' : `at most ${elapsed(most)}` };
  };
  const [first, ...rest] = [
    counted(
      'ended',
      points.map(({ ended }) => ended.total),
    ),
    counted(
      'failed',
      points.map(({ ended }) => ended.failed + ended.timeout),
    ),
    longest(
      'p95',
      points.map(({ performance }) => performance.p95Ms),
    ),
    longest(
      'waited',
      points.map(({ waiting }) => waiting.maxMs),
    ),
  ];
  return first === undefined ? [] : [{ ...first, group: group ?? 'others' }, ...rest];
}
