import type { Exclusions, Trigger } from '@scheduler/contracts';

/** The instants of one trigger: whole seconds, except that `once`, `now` and `every` keep the milliseconds of their own instant or anchor. */
export interface Recurrence {
  /** The first instant strictly later than `after`. Null: there is none. */
  next(after: Date): Date | null;
  /** How many instants lie between the two, both included; offered where it costs no enumeration. */
  countBetween?(from: Date, through: Date): number;
}

/** A trigger with what its job adds to it. */
export interface RecurrenceRequest {
  readonly trigger: Trigger;
  /** Where intervals and calendars count from, unless the trigger has its own anchor: the start of the window, else the time of scheduling. */
  readonly anchor: Date;
  /** No instant before it. Null: no bound. */
  readonly startAt: Date | null;
  /** No instant after it. Null: no bound. */
  readonly endAt: Date | null;
  /** Days and hours without runs. Null or missing: none. */
  readonly exclusions?: Exclusions | null;
}

export interface PreviewRequest extends RecurrenceRequest {
  readonly from: Date;
  readonly count: number;
}

/** One instant as a person wants to see it, or one that daylight saving or exclusions take away. */
export interface PreviewEntry {
  readonly kind: 'run' | 'skipped';
  readonly at: Date;
  /** ISO 8601 with the zone's offset, such as `2027-03-14T03:00:00-04:00`. */
  readonly local: string;
  /** What is special about it, such as `runs after the gap of 2027-03-14`. Null: nothing. */
  readonly note: string | null;
}

/** Decides when. Pure: the same question has the same answer on every node. */
export interface RecurrenceEngine {
  /** Throws ScheduleInvalid for a trigger or exclusions that cannot be, FeatureNotSupported for one that has no instants of its own. */
  compile(request: RecurrenceRequest): Recurrence;
  /** The trigger in plain English: `at 09:00 on weekdays, Europe/Berlin`, and what is excluded from it. */
  describe(trigger: Trigger, exclusions?: Exclusions | null): string;
  preview(request: PreviewRequest): readonly PreviewEntry[];
}
