import { ScheduleInvalid } from '@scheduler/contracts';

/** The error for an invalid recurrence rule. `value` is the whole rule. */
export function refuseRule(value: unknown, problem: string, accepted?: string): ScheduleInvalid {
  return new ScheduleInvalid({
    field: 'trigger.rule',
    value,
    problem: `Invalid recurrence rule: ${problem}`,
    accepted:
      accepted ?? "a rule of RFC 5545, such as 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;BYHOUR=9;BYMINUTE=0'",
  });
}
