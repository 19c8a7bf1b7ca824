import { trigger, type ZoneOptions } from '@scheduler/contracts';
import type { RecurrenceEngine } from './instants/recurrence.js';
import { createRecurrenceEngine } from './recurrence-engine.js';

/** The instants of cron expressions. */
export interface CronSchedule {
  readonly expressions: readonly string[];
  readonly zone: string;
  /** The first instant strictly later than `after`. Null: there is none. */
  next(after: Date): Date | null;
  /** The schedule in words. */
  describe(): string;
}

let shared: RecurrenceEngine | undefined;

/**
 * Parses a cron expression, or a list of them, outside of any job. Throws ScheduleInvalid for one that is wrong or never matches.
 *
 * @example
 * parseCron('0 9 * * MON-FRI', { zone: 'Europe/Berlin' }).next(new Date());
 */
export function parseCron(expression: string | readonly string[], options: ZoneOptions = {}): CronSchedule {
  const engine = (shared ??= createRecurrenceEngine());
  const cron = trigger.cron(expression, options);
  const anchor = new Date(0);
  const recurrence = engine.compile({ trigger: cron, anchor, startAt: null, endAt: null });
  const { expressions, zone } = cron;
  return {
    expressions,
    zone,
    next: (after) => recurrence.next(after),
    describe: () => engine.describe(cron),
  };
}
