import {
  type DurationInput,
  type ScheduledJob,
  type Trigger,
  trigger,
  type Weekday,
} from '@scheduler/contracts';
import type { EveryOne, JobBuilder, WeeksBuilder } from './every-builder.js';
import type { HandlerInput } from './handler-input.js';
import { mergeOptions, type SentenceOptions } from './sentence-options.js';
import {
  everySentence,
  type RecurringSentence,
  withTime,
  withUnit,
  withWeekday,
  withZone,
  type SentenceUnit,
  triggerOf,
} from './recurring-sentence.js';

/** The job that a finished sentence describes. */
export interface NamedJob {
  readonly name: string;
  readonly trigger: Trigger;
  readonly handler: HandlerInput<never>;
  readonly options: SentenceOptions;
}

export type DefineJob = (job: NamedJob) => Promise<ScheduledJob>;

/** `every(2).weeks().monday().at('09:00')`. The types of the steps allow what makes sense; the sentence refuses the rest. */
export class EveryBuilder implements EveryOne, WeeksBuilder {
  constructor(
    private readonly define: DefineJob,
    private readonly sentence: RecurringSentence,
    private readonly options: SentenceOptions = {},
  ) {}

  second = () => this.withUnit('second');
  seconds = () => this.withUnit('second');
  minute = () => this.withUnit('minute');
  minutes = () => this.withUnit('minute');
  hour = () => this.withUnit('hour');
  hours = () => this.withUnit('hour');
  day = () => this.withUnit('day');
  days = () => this.withUnit('day');
  week = () => this.withUnit('week');
  weeks = () => this.withUnit('week');

  monday = () => this.withWeekday('monday');
  tuesday = () => this.withWeekday('tuesday');
  wednesday = () => this.withWeekday('wednesday');
  thursday = () => this.withWeekday('thursday');
  friday = () => this.withWeekday('friday');
  saturday = () => this.withWeekday('saturday');
  sunday = () => this.withWeekday('sunday');

  at(time: string): this {
    return this.next(withTime(this.sentence, time));
  }

  zone(zone: string): this {
    return this.next(withZone(this.sentence, zone));
  }

  with(...options: readonly SentenceOptions[]): this {
    return this.next(this.sentence, mergeOptions([this.options, ...options]));
  }

  expectWithin(within: DurationInput): this {
    return this.with({ expectWithin: within });
  }

  async do<TPayload = unknown>(name: string, handler: HandlerInput<TPayload>): Promise<ScheduledJob> {
    return this.define({ name, trigger: triggerOf(this.sentence), handler, options: this.options });
  }

  private withUnit(unit: SentenceUnit): this {
    return this.next(withUnit(this.sentence, unit));
  }

  private withWeekday(weekday: Weekday): this {
    return this.next(withWeekday(this.sentence, weekday));
  }

  private next(sentence: RecurringSentence, options = this.options): this {
    return new EveryBuilder(this.define, sentence, options) as this;
  }
}

/** `every(5)`; the rest of the sentence follows. */
export function every(define: DefineJob, count: number): EveryBuilder {
  return new EveryBuilder(define, everySentence(count));
}

/** `at(date)`: once. */
export class OnceBuilder implements JobBuilder {
  constructor(
    private readonly define: DefineJob,
    private readonly date: Date,
    private readonly options: SentenceOptions = {},
  ) {}

  with(...options: readonly SentenceOptions[]): this {
    return new OnceBuilder(this.define, this.date, mergeOptions([this.options, ...options])) as this;
  }

  expectWithin(within: DurationInput): this {
    return this.with({ expectWithin: within });
  }

  async do<TPayload = unknown>(name: string, handler: HandlerInput<TPayload>): Promise<ScheduledJob> {
    return this.define({ name, trigger: trigger.once(this.date), handler, options: this.options });
  }
}
