import { bitsOf } from '../local-time/bits.js';
import type { CronExpression } from '../cron/cron-expression.js';
import { showTime } from '../local-time/local-text.js';
import { every, join, runs } from './words.js';

/** The parts of an expression that define the time of day. */
interface TimeSets {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Whether the hour is written as a star with a step, which reads `every 6 hours` instead of a list of times. */
  readonly hourSteps: boolean;
  /** Whether the expression names fixed times: they leave out a repeated hour, so that `every minute` would not be true. */
  readonly isFixedTime: boolean;
}

const MOST_LISTED_TIMES = 6;

/** `at 09:00`, `every 15 minutes`, `every hour from 09:00 to 17:00`. */
export function describeTime(expression: CronExpression): string {
  const sets: TimeSets = {
    seconds: expression.seconds.values(),
    minutes: expression.minutes.values(),
    hours: bitsOf(expression.hours),
    hourSteps: isEveryFewHours(expression),
    isFixedTime: expression.isFixedTime,
  };
  return evenSteps(sets) ?? listedTimes(sets) ?? stepsBetween(sets) ?? allParts(sets);
}

/** Whether an expression goes on from hour to hour, day and night, by elapsed time. */
export function isEveryHour({ hours, isFixedTime }: CronExpression): boolean {
  return !isFixedTime && bitsOf(hours).length === 24;
}

export function isEveryMinute(expression: CronExpression): boolean {
  return isEveryHour(expression) && expression.minutes.values().length === 60;
}

/** Whether the hours are written as steps that continue evenly past midnight. */
export function isEveryFewHours({ hours, texts }: CronExpression): boolean {
  return texts.hour.startsWith('*') && evenStep(bitsOf(hours), 24) !== null;
}

/** Describes steps that continue evenly past the end of the minute, the hour or the day. Null: they do not. */
function evenSteps({ seconds, minutes, hours, hourSteps, isFixedTime }: TimeSets): string | null {
  if (isFixedTime) return null;
  const [second = 0] = seconds;
  const [minute = 0] = minutes;
  const atSecond = second === 0 ? '' : ` (at second ${second})`;
  if (hours.length === 24) {
    if (minutes.length === 60)
      return evenStepsOf(seconds, 60, 'second') ?? (seconds.length === 1 ? `every minute${atSecond}` : null);
    if (seconds.length > 1 || second > 0) return null;
    return (
      evenStepsOf(minutes, 60, 'minute') ?? (minutes.length === 1 ? `every hour (at minute ${minute})` : null)
    );
  }
  const step = evenStep(hours, 24);
  if (!hourSteps || step === null || minutes.length > 1 || seconds.length > 1 || second > 0) return null;
  return `${every(step, 'hour')} (at minute ${minute})`;
}

function evenStepsOf(values: readonly number[], size: number, unit: string): string | null {
  const step = evenStep(values, size);
  return step === null ? null : every(step, unit);
}

/** The step n if the values are 0, n, 2n, … up to the end of the field. Null: they are not. */
function evenStep(values: readonly number[], size: number): number | null {
  const step = size / values.length;
  return values.length > 1 && values.every((value, index) => value === index * step) ? step : null;
}

function listedTimes({ seconds, minutes, hours }: TimeSets): string | null {
  if (hours.length * minutes.length * seconds.length > MOST_LISTED_TIMES) return null;
  const times = hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => showTime(hour * 3_600 + minute * 60 + second))),
  );
  return `at ${join(times)}`;
}

/** `every 15 minutes from 09:00 to 17:45`: even steps in consecutive hours. Null: it has another form. */
function stepsBetween({ seconds, minutes, hours }: TimeSets): string | null {
  const [first = 0] = hours;
  const last = hours.at(-1) ?? 0;
  if (seconds.length > 1 || seconds[0] !== 0 || last - first + 1 !== hours.length) return null;
  const unit = minutes.length === 1 ? 'every hour' : evenStepsOf(minutes, 60, 'minute');
  if (unit === null || hours.length === 24) return null;
  const time = (hour: number, minute = 0) => showTime(hour * 3_600 + minute * 60);
  return `${unit} from ${time(first, minutes[0])} to ${time(last, minutes.at(-1))}`;
}

function allParts({ seconds, minutes, hours }: TimeSets): string {
  const parts = [
    seconds.length === 1 && seconds[0] === 0 ? null : part(seconds, 60, 'second'),
    part(minutes, 60, 'minute'),
    part(hours, 24, 'hour'),
  ];
  return `at ${parts.filter((text) => text !== null).join(' of ')}`;
}

function part(values: readonly number[], size: number, unit: string): string {
  if (values.length === size) return `every ${unit}`;
  const words = join(runs(values, String));
  return values.length === 1 ? `${unit} ${words}` : `${unit}s ${words}`;
}
