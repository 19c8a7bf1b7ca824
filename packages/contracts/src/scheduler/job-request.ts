import type { DurationInput } from '../values/duration.js';
import { ScheduleInvalid } from '../errors/errors.js';
import type { InputIssue } from '../errors/scheduler-error.js';
import { isJobType, JOB_TYPE_RULE } from '../values/job-type.js';
import type { ScheduleDefinition } from '../jobs/schedule-definition.js';
import { type Trigger, trigger } from '../jobs/trigger.js';
import type { ZoneOptions } from '../jobs/zone-options.js';

/** The fields of a definition that the builder has no method for. */
export type JobRequestOptions = Omit<ScheduleDefinition, 'id' | 'type' | 'trigger' | 'payload'>;

interface Collected {
  readonly id: string;
  readonly type?: string;
  readonly triggers: readonly Trigger[];
  readonly payload?: unknown;
  readonly options: JobRequestOptions;
}

const TRIGGER_METHODS = ".cron('0 9 * * *'), .every('5m'), .at(date), .now() or .when(trigger)";

/** Builds a definition step by step. Each step returns a new builder, so that several definitions can start from the same one. */
export class JobRequestBuilder<TPayload = unknown> {
  constructor(private readonly collected: Collected) {}

  type(type: string): JobRequestBuilder<TPayload> {
    return this.with({ type });
  }

  cron(expressions: string | readonly string[], options?: ZoneOptions): JobRequestBuilder<TPayload> {
    return this.when(trigger.cron(expressions, options));
  }

  every(duration: DurationInput, options?: { readonly anchor?: Date }): JobRequestBuilder<TPayload> {
    return this.when(trigger.every(duration, options));
  }

  at(instant: Date): JobRequestBuilder<TPayload> {
    return this.when(trigger.once(instant));
  }

  now(): JobRequestBuilder<TPayload> {
    return this.when(trigger.now());
  }

  /** Any trigger, such as `trigger.daily({ at: '09:00' })`. */
  when(newTrigger: Trigger): JobRequestBuilder<TPayload> {
    return this.with({ triggers: [...this.collected.triggers, newTrigger] });
  }

  payload<TNewPayload>(payload: TNewPayload): JobRequestBuilder<TNewPayload> {
    return new JobRequestBuilder<TNewPayload>({ ...this.collected, payload });
  }

  /** Adds options such as name, queue and retries. Earlier options stay unless they are given again. */
  options(options: JobRequestOptions): JobRequestBuilder<TPayload> {
    return this.with({ options: { ...this.collected.options, ...options } });
  }

  /** Returns the definition for `scheduler.schedule`, which checks the rest. Throws ScheduleInvalid if something is missing or given twice. */
  build(): ScheduleDefinition<TPayload> {
    const { id, type, triggers, payload, options } = this.collected;
    const [first] = triggers;
    const issues = [...issuesOfType(type), ...issuesOfTriggers(triggers)];
    if (id === '') issues.push({ field: 'id', value: id, problem: 'is empty' });
    if (issues.length > 0 || type === undefined || first === undefined) throw new ScheduleInvalid(issues);
    return { ...options, id, type, trigger: first, payload: payload as TPayload };
  }

  private with(more: Partial<Collected>): JobRequestBuilder<TPayload> {
    return new JobRequestBuilder<TPayload>({ ...this.collected, ...more });
  }
}

function issuesOfType(type: string | undefined): InputIssue[] {
  if (isJobType(type)) return [];
  const problem = type === undefined ? 'is missing' : 'is not a job type';
  return [{ field: 'type', value: type, problem, accepted: JOB_TYPE_RULE }];
}

function issuesOfTriggers(triggers: readonly Trigger[]): InputIssue[] {
  if (triggers.length === 1) return [];
  if (triggers.length === 0)
    return [{ field: 'trigger', value: undefined, problem: 'is missing', accepted: TRIGGER_METHODS }];
  const value = triggers.map(({ kind }) => kind).join(', ');
  return [
    { field: 'trigger', value, problem: 'is given more than once', accepted: `one of ${TRIGGER_METHODS}` },
  ];
}

/**
 * Builds a definition step by step.
 *
 * @example
 * const definition = jobRequest('weekly-sales').type('export_report').cron('0 9 * * MON').payload({ report: 'sales' }).build();
 * await scheduler.schedule(definition);
 */
export function jobRequest(id: string): JobRequestBuilder {
  return new JobRequestBuilder({ id, triggers: [], options: {} });
}
