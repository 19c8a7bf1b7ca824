import {
  type CalendarTrigger,
  type DstPolicy,
  InputError,
  toMilliseconds,
  type Trigger,
  WEEKDAYS,
  type Weekday,
} from '@scheduler/contracts';

/** What stands in the fields and in the address. Everything is text, since people type it letter by letter. */
export interface ScheduleInput {
  readonly kind: ScheduleKind;
  readonly expression: string;
  readonly duration: string;
  readonly rule: string;
  readonly unit: CalendarTrigger['unit'];
  readonly every: string;
  readonly at: string;
  readonly weekdays: readonly Weekday[];
  readonly day: string;
  readonly zone: string;
  readonly gap: DstPolicy['gap'];
  readonly repeat: DstPolicy['repeat'];
}

export const SCHEDULE_KINDS = ['cron', 'calendar', 'every', 'rrule'] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

export const KIND_NAMES: Readonly<Record<ScheduleKind, string>> = {
  cron: 'Cron',
  calendar: 'Calendar',
  every: 'Interval',
  rrule: 'Rule (RFC 5545)',
};

export const UNITS = ['day', 'week', 'month', 'year'] as const satisfies readonly CalendarTrigger['unit'][];
const GAPS = ['after', 'skip'] as const;
const REPEATS = ['first', 'both', 'last'] as const;

type Values = Readonly<Record<string, string | undefined>>;

/** What an address says, with something sensible for all that it leaves out. */
export function inputOf(values: Values, zone: string): ScheduleInput {
  return {
    kind: oneOf(SCHEDULE_KINDS, values['kind']),
    expression: values['cron'] ?? '30 2 * * *',
    duration: values['duration'] ?? '6h',
    rule: values['rule'] ?? 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=9',
    unit: oneOf(UNITS, values['unit']),
    every: values['every'] ?? '1',
    at: values['at'] ?? '02:30',
    weekdays: WEEKDAYS.filter((day) => (values['weekdays'] ?? '').split(',').includes(day)),
    day: values['day'] ?? '',
    zone: values['zone'] ?? zone,
    gap: oneOf(GAPS, values['gap']),
    repeat: oneOf(REPEATS, values['repeat']),
  };
}

function oneOf<const T extends readonly [string, ...string[]]>(
  known: T,
  value: string | undefined,
): T[number] {
  return known.find((each) => each === value) ?? known[0];
}

/** The trigger that the fields describe. It is checked when it is compiled; a duration that nobody can read is a ScheduleInvalid at once. */
export function triggerOf(input: ScheduleInput): Trigger {
  const zoned = { zone: input.zone, dst: { gap: input.gap, repeat: input.repeat } };
  switch (input.kind) {
    case 'cron':
      return {
        kind: 'cron',
        expressions: input.expression.split('\n').filter((line) => line.trim() !== ''),
        ...zoned,
      };
    case 'every':
      return {
        kind: 'every',
        durationMs: toMilliseconds(input.duration, 'trigger.durationMs'),
        anchor: null,
      };
    case 'rrule':
      return { kind: 'rrule', rule: input.rule.trim(), anchor: null, ...zoned };
    case 'calendar':
      return calendarOf(input, zoned);
  }
}

function calendarOf(
  { unit, every, at, weekdays, day }: ScheduleInput,
  zoned: Pick<CalendarTrigger, 'zone' | 'dst'>,
): CalendarTrigger {
  const hasDay = (unit === 'month' || unit === 'year') && day.trim() !== '';
  return {
    kind: 'calendar',
    unit,
    every: Number(every),
    at,
    ...zoned,
    weekdays: unit === 'week' ? weekdays : [],
    month: null,
    dayOfMonth: hasDay ? Number(day) : null,
    nthWeekday: null,
    overflow: 'clamp',
    anchor: null,
  };
}

/** What is wrong, by the field of the form that it belongs to. */
export type FieldErrors = Readonly<Record<string, string>>;

const FIELDS: readonly (readonly [pattern: RegExp, field: string])[] = [
  [/zone/, 'zone'],
  [/expression/, 'expression'],
  [/duration/i, 'duration'],
  [/rule/, 'rule'],
  [/weekdays/, 'weekdays'],
  [/dayOfMonth|month/, 'day'],
  [/\bevery\b/, 'every'],
  [/\bat\b/, 'at'],
];

/** The errors of a trigger beside the fields that they are about; what belongs to none stands beside the first field. */
export function errorsOf(error: unknown, kind: ScheduleKind): FieldErrors {
  const main = { cron: 'expression', every: 'duration', rrule: 'rule', calendar: 'at' }[kind];
  if (!(error instanceof InputError))
    return { [main]: error instanceof Error ? error.message : 'It cannot be read.' };
  const errors: Record<string, string> = {};
  for (const { field, problem, accepted } of error.issues) {
    const name = FIELDS.find(([pattern]) => pattern.test(field))?.[1] ?? main;
    errors[name] ??= accepted === undefined ? problem : `${problem}. Accepted: ${accepted}`;
  }
  return errors;
}
