import { ScheduleInvalid, type Trigger, trigger, type Weekday } from '@scheduler/contracts';
import { checkCalendar } from '@scheduler/recurrence';

export type SentenceUnit = 'second' | 'minute' | 'hour' | 'day' | 'week';

/** The part of `every(2).weeks().monday().at('09:00')` that was called so far. */
export interface RecurringSentence {
  readonly count: number;
  /** Null: not given yet. */
  readonly unit: SentenceUnit | null;
  readonly weekdays: readonly Weekday[];
  /** Null: midnight. */
  readonly at: string | null;
  /** Null: UTC. */
  readonly zone: string | null;
}

const MOST = 10_000;
const MIDNIGHT = '00:00';

export function everySentence(count: number): RecurringSentence {
  if (!Number.isInteger(count) || count < 1 || count > MOST)
    throw refusal(`every(${String(count)})`, `needs a whole number from 1 to ${MOST}`, 'every(5).minutes()');
  return { count, unit: null, weekdays: [], at: null, zone: null };
}

export function withUnit(sentence: RecurringSentence, unit: SentenceUnit): RecurringSentence {
  if (sentence.unit === null) return { ...sentence, unit };
  throw refusal(`${unit}s()`, `follows ${sentence.unit}s()`, 'one unit, such as every(90).minutes()');
}

export function withWeekday(sentence: RecurringSentence, weekday: Weekday): RecurringSentence {
  const { count, unit, weekdays } = sentence;
  if (unit === null && count > 1)
    throw refusal(
      `every(${count}).${weekday}()`,
      'does not say what is counted',
      `every(${count}).weeks().${weekday}()`,
    );
  if (unit !== null && unit !== 'week')
    throw refusal(
      `${weekday}()`,
      `does not go with ${unit}s`,
      `every().${weekday}() or every(2).weeks().${weekday}()`,
    );
  return { ...sentence, unit: 'week', weekdays: [...new Set([...weekdays, weekday])] };
}

export function withTime(sentence: RecurringSentence, at: string): RecurringSentence {
  requireDays(sentence, `at(${JSON.stringify(at)})`);
  if (sentence.at !== null)
    throw refusal(
      `at('${at}')`,
      `follows at('${sentence.at}')`,
      'one time for each job, or a cron expression',
    );
  checkCalendar(trigger.daily({ at }));
  return { ...sentence, at };
}

export function withZone(sentence: RecurringSentence, zone: string): RecurringSentence {
  requireDays(sentence, `zone('${zone}')`);
  if (sentence.zone !== null)
    throw refusal(`zone('${zone}')`, `follows zone('${sentence.zone}')`, 'one zone');
  return { ...sentence, zone };
}

const SECONDS = { second: 1, minute: 60, hour: 3_600 } as const;

/** Seconds, minutes and hours become intervals of elapsed time, days and weeks calendar triggers. */
export function triggerOf({ count, unit, weekdays, at, zone }: RecurringSentence): Trigger {
  if (unit === null) throw refusal(`every(${count})`, 'has no unit', `every(${count}).minutes()`);
  if (unit !== 'day' && unit !== 'week') return trigger.every({ seconds: count * SECONDS[unit] });
  const options = { every: count, at: at ?? MIDNIGHT, ...(zone === null ? {} : { zone }) };
  return unit === 'day' ? trigger.daily(options) : trigger.weekly({ ...options, on: weekdays });
}

function requireDays({ unit, count }: RecurringSentence, word: string): void {
  if (unit === 'day' || unit === 'week') return;
  const problem =
    unit === null ? 'comes before the unit' : `does not go with ${unit}s, which have no time of day`;
  throw refusal(word, problem, `every(${unit === null ? count : 1}).days().${word}`);
}

function refusal(word: string, problem: string, accepted: string): ScheduleInvalid {
  return new ScheduleInvalid({ field: word, value: undefined, problem, accepted });
}
