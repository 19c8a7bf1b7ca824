import type { Exclusions, Trigger } from '@scheduler/contracts';

/** The instants of one trigger in whole seconds, except that `once`, `now` and `every` keep the milliseconds of their instant or anchor. */
export interface Recurrence {
  /** The first instant strictly later than `after`. Null: there is none. */
  next(after: Date): Date | null;
  /** The number of instants between the two, both included. Missing where they could only be counted by enumeration. */
  countBetween?(from: Date, through: Date): number;
}

/** A trigger with the settings of its job that affect its instants. */
export interface RecurrenceRequest {
  readonly trigger: Trigger;
  /** The instant from which intervals and calendars count, unless the trigger has its own anchor: the start of the window, else the time of scheduling. */
  readonly anchor: Date;
  /** The start of the window. Null: no bound. */
  readonly startAt: Date | null;
  /** The end of the window, which is included. Null: no bound. */
  readonly endAt: Date | null;
  /** Days and hours without runs. Null or missing: none. */
  readonly exclusions?: Exclusions | null;
}

export interface PreviewRequest extends RecurrenceRequest {
  readonly from: Date;
  readonly count: number;
}

/** One run in a form for people, or one instant that daylight saving or exclusions skip. */
export interface PreviewEntry {
  readonly kind: 'run' | 'skipped';
  readonly at: Date;
  /** ISO 8601 with the zone's offset, such as `2027-03-14T03:00:00-04:00`. */
  readonly local: string;
  /** A remark on the instant, such as `runs after the gap of 2027-03-14`. Null: none. */
  readonly note: string | null;
}

/** Computes the instants of triggers. Pure: the same request has the same result on every node. */
export interface RecurrenceEngine {
  /** Throws ScheduleInvalid for an invalid trigger or exclusions, FeatureNotSupported for a trigger that has no instants. */
  compile(request: RecurrenceRequest): Recurrence;
  /** The trigger with its exclusions in plain English, such as `at 09:00 on weekdays, Europe/Berlin`. */
  describe(trigger: Trigger, exclusions?: Exclusions | null): string;
  preview(request: PreviewRequest): readonly PreviewEntry[];
}
