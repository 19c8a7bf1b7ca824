import {
  type DstPolicy,
  type NthWeekday,
  type Trigger,
  trigger,
  type Weekday,
  WEEKDAYS,
  type ZoneOptions,
} from '@scheduler/contracts';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { readZone } from '../command/read-instant.js';
import { requireDuration } from './read-values.js';
import { COMPANIONS, TRIGGER_FLAGS, type TriggerFlag } from './trigger-options.js';

/** Reads the trigger that the options describe; exactly one of them must create it. */
export function readTrigger(input: CommandInput, expressions = input.list('cron')): Trigger {
  const isMade = (flag: TriggerFlag) => (flag === 'cron' ? expressions.length > 0 : isGiven(input, flag));
  const [flag, ...more] = TRIGGER_FLAGS.filter(isMade);
  if (flag === undefined || more.length > 0) {
    const problem = flag === undefined ? 'none is' : `${flags([flag, ...more], ' and ')} are`;
    throw new UsageError(`exactly one of ${flags(TRIGGER_FLAGS)} is needed; ${problem} given`);
  }
  refuseUnfittingOptions(input, flag);
  if (flag === 'cron') return trigger.cron(expressions, zoneOptions(input));
  return build[flag](input);
}

function flags(names: readonly TriggerFlag[], separator = ', '): string {
  return names.map((name) => `--${name}`).join(separator);
}

/** The zone of times without an offset. */
export function zoneOf(input: CommandInput): string {
  return readZone(input.text('zone'));
}

const build: Readonly<Record<Exclude<TriggerFlag, 'cron'>, (input: CommandInput) => Trigger>> = {
  every: (input) => trigger.every(requireDuration(input, 'every')),
  at: (input) => trigger.once(input.instant('at', zoneOf(input)) ?? missing('at')),
  now: () => trigger.now(),
  event: (input) =>
    trigger.event(input.text('event') ?? missing('event'), { allTenants: input.flag('all-tenants') }),
  reboot: (input) => trigger.reboot({ scope: input.flag('cluster') ? 'cluster' : 'node' }),
  daily: (input) => trigger.daily(calendarOf(input, 'daily')),
  weekly: (input) => trigger.weekly({ ...calendarOf(input, 'weekly'), on: weekdaysOf(input) }),
  monthly: (input) => trigger.monthly({ ...calendarOf(input, 'monthly'), ...dayOf(input) }),
  yearly: (input) =>
    trigger.yearly({
      ...calendarOf(input, 'yearly'),
      ...dayOf(input),
      month: input.integer('month', { min: 1, max: 12 }),
    }),
  rrule: (input) => trigger.rrule(input.text('rrule') ?? missing('rrule'), zoneOptions(input)),
};

function isGiven(input: CommandInput, option: string): boolean {
  return input.text(option) !== undefined || input.flag(option) || input.list(option).length > 0;
}

function refuseUnfittingOptions(input: CommandInput, flag: TriggerFlag): void {
  for (const [companion, fits] of Object.entries(COMPANIONS)) {
    if (fits.includes(flag) || !isGiven(input, companion)) continue;
    throw new UsageError(`--${companion} has no effect with --${flag}; use it with ${flags(fits)}`);
  }
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

function calendarOf(input: CommandInput, flag: TriggerFlag) {
  const at = input.text(flag) ?? missing(flag);
  if (!TIME.test(at)) {
    throw new UsageError(
      `--${flag}: ${JSON.stringify(at)} is not a time of day; accepted: HH:MM or HH:MM:SS, such as 09:30`,
    );
  }
  return { at, ...zoneOptions(input), every: input.integer('interval', { min: 1 }) };
}

/** The zone and the daylight saving policy, as far as they are given: a job that is rescheduled keeps the rest. */
function zoneOptions(input: CommandInput): ZoneOptions {
  const zone = input.text('zone');
  return { ...(zone === undefined ? {} : { zone: readZone(zone) }), dst: dstOf(input) };
}

function dstOf(input: CommandInput): Partial<DstPolicy> {
  const gap = input.text('dst-gap') as DstPolicy['gap'] | undefined;
  const repeat = input.text('dst-repeat') as DstPolicy['repeat'] | undefined;
  return { ...(gap === undefined ? {} : { gap }), ...(repeat === undefined ? {} : { repeat }) };
}

function dayOf(input: CommandInput) {
  const overflow = input.text('overflow') as 'clamp' | 'skip' | undefined;
  return { day: input.integer('day', { min: 1, max: 31 }), nthWeekday: nthWeekdayOf(input), overflow };
}

function nthWeekdayOf(input: CommandInput): NthWeekday | undefined {
  const nth = input.text('nth');
  const [weekday, ...more] = weekdaysOf(input);
  if (nth === undefined && weekday === undefined) return undefined;
  if (nth === undefined || weekday === undefined || more.length > 0) {
    throw new UsageError('--nth and --on go together here, with one weekday: --nth last --on friday');
  }
  if (input.text('day') !== undefined)
    throw new UsageError('--day and --nth exclude each other; give one of them');
  return { nth: nth === 'last' ? 'last' : (Number(nth) as 1 | 2 | 3 | 4 | 5), weekday };
}

function weekdaysOf(input: CommandInput): readonly Weekday[] {
  return input
    .list('on')
    .flatMap((text) => text.split(','))
    .map((text) => readWeekday(text, 'on'));
}

/** Reads a weekday or its first three letters. */
export function readWeekday(text: string, option: string): Weekday {
  const word = text.trim().toLowerCase();
  const weekday = WEEKDAYS.find((name) => name === word || name.slice(0, 3) === word);
  if (weekday !== undefined) return weekday;
  throw new UsageError(
    `--${option}: ${JSON.stringify(text)} is not a weekday; accepted: ${WEEKDAYS.join(', ')}, or their first three letters`,
  );
}

function missing(option: string): never {
  throw new UsageError(`--${option} needs a value`);
}
