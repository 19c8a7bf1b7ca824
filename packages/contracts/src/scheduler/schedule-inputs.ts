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
  /** There is no occurrence before this instant. It is also the anchor of intervals. */
  readonly startDate?: Date;
  /** There is no occurrence after this instant, which has to be after `startDate`. */
  readonly endDate?: Date;
  /** True: missed occurrences are left out. Default: false, which makes one run for all of them. */
  readonly skipIfOverdue?: boolean;
}

/** A recurring job within bounds, by cron expressions in a zone or by an interval. */
export type RecurringJobInput<TPayload = unknown> = BoundedJobInput<TPayload> &
  (
    | {
        /** One cron expression, or several. */
        readonly schedule: string | readonly string[];
        /** Default: `UTC`. */
        readonly timezone?: string;
        readonly every?: undefined;
      }
    | { readonly every: DurationInput; readonly schedule?: undefined; readonly timezone?: undefined }
  );
