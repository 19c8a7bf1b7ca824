import { ScheduleInvalid } from '@scheduler/contracts';

/** The error for an invalid cron expression. `value` is the whole expression. */
export function refuseExpression(value: unknown, problem: string, accepted?: string): ScheduleInvalid {
  return new ScheduleInvalid({
    field: 'trigger.expressions',
    value,
    problem: `Invalid cron expression: ${problem}`,
    accepted: accepted ?? "5 fields 'minute hour day-of-month month day-of-week', or 6 with the second first",
  });
}
