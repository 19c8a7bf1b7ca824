import type {
  CalendarOptions,
  DstPolicy,
  DurationInput,
  MonthlyOptions,
  ScheduleDefinition,
  Trigger,
  WeeklyOptions,
  YearlyOptions,
} from '@scheduler/contracts';

/** The ways to say when. */
export interface When {
  /** One expression or several, macros such as `@daily` included; `@reboot` runs at every start of a node. */
  readonly cron: string | readonly string[];
  readonly every: DurationInput;
  /** Once, at this instant. */
  readonly at: Date;
  /** A local time such as `02:00`, or more about it. */
  readonly daily: string | CalendarOptions;
  readonly weekly: WeeklyOptions;
  readonly monthly: MonthlyOptions;
  readonly yearly: YearlyOptions;
  /** An RFC 5545 rule. */
  readonly rrule: string;
  /** Whenever this event is published. */
  readonly event: string;
  /** At every start of a node. */
  readonly reboot: true;
  /** Once, at once. */
  readonly now: true;
  /** Any trigger. */
  readonly trigger: Trigger;
}

/** Exactly one of them. */
type ExactlyOne<TAll> = {
  [TKey in keyof TAll]: Pick<TAll, TKey> & { readonly [TOther in Exclude<keyof TAll, TKey>]?: never };
}[keyof TAll];

/** What goes with a trigger. */
export interface WhenOptions {
  /** Of cron, calendar and rrule. Default `UTC`. */
  readonly zone?: string;
  /** Of cron, calendar and rrule. */
  readonly dst?: Partial<DstPolicy>;
  /** The same delay before every retry: short for a fixed `backoff`. */
  readonly retryDelay?: DurationInput;
}

/** All options of a job but its trigger, type and identity. What is not given has the default of the scheduler. */
type JobOptions = Omit<ScheduleDefinition, 'type' | 'trigger' | 'id' | 'createdBy'>;

/** When a method or worker runs, and how. */
export type DecoratedScheduleOptions = ExactlyOne<When> & WhenOptions & JobOptions;
