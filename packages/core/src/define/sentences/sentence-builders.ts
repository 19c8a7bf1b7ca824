import { type ScheduledJob, type Trigger, trigger, type Weekday } from '@scheduler/contracts';
import type { EveryOne, JobBuilder, WeeksBuilder } from './every-builder.js';
import type { HandlerInput } from './handler-input.js';
import { mergeOptions, type SentenceOptions } from './sentence-options.js';
import {
  everySentence,
  type RecurringSentence,
  saysTime,
  saysUnit,
  saysWeekday,
  saysZone,
  type SentenceUnit,
  triggerOf,
} from './recurring-sentence.js';

/** What a finished sentence asks for. */
export interface NamedJob {
  readonly name: string;
  readonly trigger: Trigger;
  readonly handler: HandlerInput<never>;
  readonly options: SentenceOptions;
}

export type DefineJob = (job: NamedJob) => Promise<ScheduledJob>;

/** `every(2).weeks().monday().at('09:00')`. The types of the steps let through what makes sense; the sentence refuses the rest. */
export class EveryBuilder implements EveryOne, WeeksBuilder {
  constructor(
    private readonly define: DefineJob,
    private readonly sentence: RecurringSentence,
    private readonly options: SentenceOptions = {},
  ) {}

  second = () => this.unit('second');
  seconds = () => this.unit('second');
  minute = () => this.unit('minute');
  minutes = () => this.unit('minute');
  hour = () => this.unit('hour');
  hours = () => this.unit('hour');
  day = () => this.unit('day');
  days = () => this.unit('day');
  week = () => this.unit('week');
  weeks = () => this.unit('week');

  monday = () => this.weekday('monday');
  tuesday = () => this.weekday('tuesday');
  wednesday = () => this.weekday('wednesday');
  thursday = () => this.weekday('thursday');
  friday = () => this.weekday('friday');
  saturday = () => this.weekday('saturday');
  sunday = () => this.weekday('sunday');

  at(time: string): this {
    return this.says(saysTime(this.sentence, time));
  }

  zone(zone: string): this {
    return this.says(saysZone(this.sentence, zone));
  }

  with(...options: readonly SentenceOptions[]): this {
    return this.says(this.sentence, mergeOptions([this.options, ...options]));
  }

  async do<TPayload = unknown>(name: string, handler: HandlerInput<TPayload>): Promise<ScheduledJob> {
    return this.define({ name, trigger: triggerOf(this.sentence), handler, options: this.options });
  }

  private unit(unit: SentenceUnit): this {
    return this.says(saysUnit(this.sentence, unit));
  }

  private weekday(weekday: Weekday): this {
    return this.says(saysWeekday(this.sentence, weekday));
  }

  private says(sentence: RecurringSentence, options = this.options): this {
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

  async do<TPayload = unknown>(name: string, handler: HandlerInput<TPayload>): Promise<ScheduledJob> {
    return this.define({ name, trigger: trigger.once(this.date), handler, options: this.options });
  }
}
