/** One of the fields of an expression: its name, its range and the words that stand for numbers. */
export interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
  readonly accepted: string;
}

const PLAIN = 'lists a,b, ranges a-b, steps */n, a-b/n or a/n';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

export const SECOND: CronField = field('second', 0, 59, `0–59, *, ${PLAIN}`);
export const MINUTE: CronField = field('minute', 0, 59, `0–59, *, ${PLAIN}`);
export const HOUR: CronField = field('hour', 0, 23, `0–23, *, ${PLAIN}`);
export const DAY_OF_MONTH: CronField = field(
  'day of month',
  1,
  31,
  `1–31, *, ?, ${PLAIN}, L (last day), L-n (n days before it), nW (nearest weekday), LW (last weekday)`,
);
export const MONTH: CronField = {
  ...field('month', 1, 12, `1–12 or JAN–DEC, *, ${PLAIN}`),
  names: MONTHS,
};
export const DAY_OF_WEEK: CronField = {
  ...field(
    'day of week',
    0,
    6,
    `0–7 (0 and 7 are Sunday) or SUN–SAT, *, ?, ${PLAIN}, nL (last of the month), n#k (k-th of the month, k 1–5)`,
  ),
  names: WEEKDAYS,
};

function field(name: string, min: number, max: number, accepted: string): CronField {
  return { name, min, max, names: [], accepted };
}

export const sizeOf = ({ min, max }: CronField): number => max - min + 1;
