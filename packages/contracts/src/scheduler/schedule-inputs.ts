import type { DurationInput } from '../values/duration.js';
import type { ScheduleDefinition } from '../jobs/schedule-definition.js';

/** A job that runs once, at an instant in the future. */
export interface OneTimeJobInput<TPayload = unknown> extends Omit<
  ScheduleDefinition<TPayload>,
  'trigger' | 'startAt' | 'endAt' | 'maxExecutions'
> {
  readonly executeAt: Date;
}

interface BoundedJobInput<TPayload> extends Omit<
  ScheduleDefinition<TPayload>,
  'trigger' | 'startAt' | 'endAt' | 'missedRuns'
> {
  /** No occurrence before it. It is also the anchor of intervals. */
  readonly startDate?: Date;
  /** No occurrence after it; it lies after `startDate`. */
  readonly endDate?: Date;
  /** True: occurrences that nobody could run at their time are left out. Default false: one run for all of them. */
  readonly skipIfOverdue?: boolean;
}

/** A job that runs again and again, within bounds: by cron expressions in a zone, or after each interval. */
export type RecurringJobInput<TPayload = unknown> = BoundedJobInput<TPayload> &
  (
    | {
        /** One cron expression, or several. */
        readonly schedule: string | readonly string[];
        /** Default `UTC`. */
        readonly timezone?: string;
        readonly every?: undefined;
      }
    | { readonly every: DurationInput; readonly schedule?: undefined; readonly timezone?: undefined }
  );
