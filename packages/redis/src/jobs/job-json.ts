import { type JobPolicies, type ScheduledJob, type Trigger, TRIGGER_KINDS } from '@scheduler/contracts';
import { NO_CONCURRENCY_LIMITS, parseJson } from '@scheduler/contracts/adapter';

/** What only `save` changes, and what no step on Redis looks into. The payload stands beside it: lists need not read it. */
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
>;

/** What was stored before there was such a policy does not have it. */
const LATER = { ...NO_CONCURRENCY_LIMITS, unique: null };

/** Its own instants and those of its trigger are milliseconds there. */
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
  });
}

/** Throws for what is no definition: the hash is corrupt. */
export function definitionFromJson(text: string): JobDefinition {
  const read = parseJson(text) as unknown as JobDefinition & Record<'startAt' | 'endAt', number | null>;
  if (!Array.isArray(read.tags)) throw new SyntaxError('tags that are no list');
  if (typeof read.metadata !== 'object' || read.metadata === null)
    throw new SyntaxError('metadata that is no object');
  return {
    ...read,
    trigger: withDates(read.trigger),
    policies: policiesFrom(read.policies),
    startAt: instantFrom(read.startAt),
    endAt: instantFrom(read.endAt),
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
  return { ...LATER, ...policies };
}

function instantFrom(value: number | null): Date | null {
  return value === null ? null : new Date(value);
}
