import type {
  CalendarOptions,
  DstPolicy,
  DurationInput,
  MonthlyOptions,
  RebootScope,
  ScheduleDefinition,
  Trigger,
  WeeklyOptions,
  YearlyOptions,
} from '@scheduler/contracts';

/** The triggers that a decorator accepts. */
export interface When {
  /** One expression or several, macros such as `@daily` included; `@reboot` runs at every start of a node. */
  readonly cron: string | readonly string[];
  readonly every: DurationInput;
  /** Once, at this instant. */
  readonly at: Date;
  /** A local time such as `02:00`, or all options. */
  readonly daily: string | CalendarOptions;
  readonly weekly: WeeklyOptions;
  readonly monthly: MonthlyOptions;
  readonly yearly: YearlyOptions;
  /** An RFC 5545 rule. */
  readonly rrule: string;
  /** Whenever this event is published. */
  readonly event: string;
  /** At every start of a node, or `cluster`: when the first node starts. */
  readonly reboot: true | RebootScope;
  /** Once, immediately. */
  readonly now: true;
  /** Any trigger. */
  readonly trigger: Trigger;
}

/** Exactly one of the members. */
type ExactlyOne<TAll> = {
  [TKey in keyof TAll]: Pick<TAll, TKey> & { readonly [TOther in Exclude<keyof TAll, TKey>]?: never };
}[keyof TAll];

/** The options besides the trigger. */
export interface WhenOptions {
  /** The zone of cron, calendar and rrule triggers. Default `UTC`. */
  readonly zone?: string;
  /** The rules for daylight saving of cron, calendar and rrule triggers. */
  readonly dst?: Partial<DstPolicy>;
  /** The delay before the first retry, doubled for each further one; a shorthand for an exponential `backoff`. */
  readonly retryDelay?: DurationInput;
}

/** All options of a job except its trigger, type and identity. The defaults are those of the scheduler. */
type JobOptions = Omit<ScheduleDefinition, 'type' | 'trigger' | 'id' | 'createdBy'>;

/** The trigger and the other options of a scheduled method or worker. */
export type DecoratedScheduleOptions = ExactlyOne<When> & WhenOptions & JobOptions;
