import type { HourLoad } from '@scheduler/core';
import { styled, type Style, type Text } from '../output/text.js';
import { localTime } from '../output/times.js';

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const NOTHING = '·';
const HOURS = 24;
/** The width of the label of a day, including the gap after it. */
const LABEL_WIDTH = 16;
const LABELLED_EVERY = 3;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

interface Day {
  /** `2030-01-01` */
  readonly date: string;
  readonly starts: number[];
  /** The hours of this day that the forecast covers. */
  readonly known: Set<number>;
}

/** One line for each day with its 24 hours in a zone: the higher the block, the more runs start. Each line consists of parts with one style each. */
export function heatMap(hours: readonly HourLoad[], zone: string): readonly (readonly Text[])[] {
  const days = daysOf(hours, zone);
  const most = Math.max(0, ...days.flatMap(({ starts }) => starts));
  const header = Array.from({ length: HOURS / LABELLED_EVERY }, (_, index) =>
    String(index * LABELLED_EVERY)
      .padStart(2, '0')
      .padEnd(2 * LABELLED_EVERY),
  ).join('');
  return [
    [styled('dim', `${' '.repeat(LABEL_WIDTH)}${header.trimEnd()}`)],
    ...days.map((day) => dayLine(day, most)),
    [styled('dim', `${' '.repeat(LABEL_WIDTH)}${legend(most)}`)],
  ];
}

function daysOf(hours: readonly HourLoad[], zone: string): readonly Day[] {
  const days = new Map<string, Day>();
  for (const { at, starts } of hours) {
    const local = localTime(at, zone);
    const [date, hour] = [local.slice(0, 10), Number(local.slice(11, 13))];
    const day = days.get(date) ?? { date, starts: Array<number>(HOURS).fill(0), known: new Set<number>() };
    days.set(date, day);
    day.starts[hour] = (day.starts[hour] ?? 0) + starts;
    day.known.add(hour);
  }
  return [...days.values()];
}

function dayLine({ date, starts, known }: Day, most: number): readonly Text[] {
  const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
  const cells = starts.map((count, hour) => (known.has(hour) ? cell(count, most) : '  '));
  const total = starts.reduce((sum, count) => sum + count, 0);
  return [`${weekday} ${date}`.padEnd(LABEL_WIDTH), ...cells, ` ${total}`];
}

function cell(count: number, most: number): Text {
  if (count === 0) return styled('dim', `${NOTHING} `);
  const level = levelOf(count, most);
  return styled(styleOf(level), (BLOCKS[level] ?? '').repeat(2));
}

function levelOf(count: number, most: number): number {
  return Math.ceil((count / most) * BLOCKS.length) - 1;
}

function styleOf(level: number): Style {
  if (level >= 6) return 'red';
  return level >= 3 ? 'yellow' : 'green';
}

function legend(most: number): string {
  return most === 0
    ? `${NOTHING} nothing`
    : `${NOTHING} nothing  ${BLOCKS[0]} little  ${BLOCKS[7]} ${most} an hour`;
}
