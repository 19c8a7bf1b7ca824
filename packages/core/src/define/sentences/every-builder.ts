import type { DurationInput, ScheduledJob } from '@scheduler/contracts';
import type { HandlerInput } from './handler-input.js';
import type { SentenceOptions } from './sentence-options.js';

/** The last steps of every sentence: the options, the name and the handler. Each step returns a new builder, so that a beginning can be reused. */
export interface JobBuilder {
  /** Takes objects and option functions; later ones win. */
  with(...options: readonly SentenceOptions[]): this;
  /**
   * The job is expected to succeed at least once within so long: otherwise an alert fires. The same as the option `expectWithin`.
   *
   * @example
   * await app.every().day().at('03:00').expectWithin('25h').do('backup', backUp);
   */
  expectWithin(within: DurationInput): this;
  /**
   * Stores the job under its name. The same name again changes the stored job where it is different, and leaves it alone where it
   * is not, since a program calls this at every start. A job that somebody paused stays paused, and one that has ended stays so.
   */
  do<TPayload = unknown>(name: string, handler: HandlerInput<TPayload>): Promise<ScheduledJob>;
}

/** A job on certain days. */
export interface DaysBuilder extends JobBuilder {
  /** Local time, `HH:MM` or `HH:MM:SS`. Default: midnight. */
  at(time: string): this;
  /** IANA. Default: `UTC`. */
  zone(zone: string): this;
}

/** A job on certain days of the week; several may follow each other. Default: the weekday on which the job is stored first. */
export interface WeeksBuilder extends DaysBuilder {
  monday(): this;
  tuesday(): this;
  wednesday(): this;
  thursday(): this;
  friday(): this;
  saturday(): this;
  sunday(): this;
}

/** The unit of `every(n)`. */
export interface EveryUnits {
  second(): JobBuilder;
  seconds(): JobBuilder;
  minute(): JobBuilder;
  minutes(): JobBuilder;
  hour(): JobBuilder;
  hours(): JobBuilder;
  day(): DaysBuilder;
  days(): DaysBuilder;
  week(): WeeksBuilder;
  weeks(): WeeksBuilder;
}

/** The unit or the weekday of `every()`. */
export interface EveryOne extends EveryUnits {
  monday(): WeeksBuilder;
  tuesday(): WeeksBuilder;
  wednesday(): WeeksBuilder;
  thursday(): WeeksBuilder;
  friday(): WeeksBuilder;
  saturday(): WeeksBuilder;
  sunday(): WeeksBuilder;
}
