import { type JobPolicies, type ScheduledJob, type Trigger, TRIGGER_KINDS } from '@scheduler/contracts';
import { NO_CONCURRENCY_LIMITS, parseJson, traceFromText, traceToText } from '@scheduler/contracts/adapter';

/** The values of a job that only `save` changes and that no script reads. The payload has a field of its own, so that lists need not read it. */
export type JobDefinition = Pick<
  ScheduledJob,
  | 'description'
  | 'type'
  | 'targetId'
  | 'trigger'
  | 'policies'
  | 'tags'
  | 'metadata'
  | 'createdBy'
  | 'startAt'
  | 'endAt'
  | 'jitterMs'
  | 'exclusions'
  | 'trace'
>;

/** Policies that jobs of older versions do not have. */
const POLICIES_ADDED_LATER = { ...NO_CONCURRENCY_LIMITS, unique: null };

/** The definition as JSON, in which instants are milliseconds. */
export function definitionToJson(job: ScheduledJob): string {
  return JSON.stringify({
    description: job.description,
    type: job.type,
    targetId: job.targetId,
    trigger: withoutDates(job.trigger),
    policies: job.policies,
    tags: job.tags,
    metadata: job.metadata,
    createdBy: job.createdBy,
    startAt: job.startAt?.getTime() ?? null,
    endAt: job.endAt?.getTime() ?? null,
    jitterMs: job.jitterMs,
    exclusions: job.exclusions,
    ...(job.trace === null ? {} : { trace: traceToText(job.trace) }),
  });
}

/** Throws if the text is not a definition, which means that the hash is corrupt. */
export function definitionFromJson(text: string): JobDefinition {
  const read = parseJson(text) as unknown as JobDefinition & Record<'startAt' | 'endAt', number | null>;
  if (!Array.isArray(read.tags)) throw new SyntaxError('tags are not a list');
  if (typeof read.metadata !== 'object' || read.metadata === null)
    throw new SyntaxError('metadata is not an object');
  return {
    ...read,
    trigger: withDates(read.trigger),
    policies: policiesFrom(read.policies),
    startAt: instantFrom(read.startAt),
    endAt: instantFrom(read.endAt),
    trace: traceFromText(read.trace),
  };
}

function withoutDates(trigger: Trigger): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(trigger).map(([key, value]: [string, unknown]) => [
      key,
      value instanceof Date ? value.getTime() : value,
    ]),
  );
}

function withDates(trigger: Trigger): Trigger {
  const read = trigger as unknown as Record<string, unknown>;
  if (!TRIGGER_KINDS.includes(trigger?.kind))
    throw new SyntaxError(`unknown kind of trigger: ${String(trigger?.kind)}`);
  const dates = Object.fromEntries(
    ['at', 'anchor'].flatMap((key) => {
      const value = read[key];
      return typeof value === 'number' ? [[key, new Date(value)]] : [];
    }),
  );
  return { ...read, ...dates } as unknown as Trigger;
}

function policiesFrom(policies: JobPolicies): JobPolicies {
  if (typeof policies?.timeoutMs !== 'number' || typeof policies.maxRetries !== 'number')
    throw new SyntaxError('policies without timeout or retries');
  return { ...POLICIES_ADDED_LATER, ...policies };
}

function instantFrom(value: number | null): Date | null {
  return value === null ? null : new Date(value);
}
