import type { Execution, JsonObject, JsonValue, ScheduledJob, Trigger } from '@scheduler/contracts';
import {
  copyExecution,
  type CopyDate,
  newDate,
  ownCopy,
  type ScheduledJobProps,
  withOwnDates,
} from '@scheduler/contracts/adapter';

/**
 * Callers may change their data after a call, so that the store keeps frozen copies. Copies that it holds already, such as the payload of
 * a job, are shared by its executions.
 */

const NO_TAGS: readonly string[] = Object.freeze([]);
const NO_METADATA: JsonObject = Object.freeze({});
const NOTHING: UserData = { payload: null, tags: NO_TAGS, metadata: NO_METADATA };

export interface UserData {
  readonly payload: JsonValue;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** `held`: data that the store holds already, which is not copied again. */
export function ownExecution(execution: Execution, held: UserData | null): Execution {
  const { payload, tags, metadata, unique, workflow } = execution;
  const known = held ?? NOTHING;
  const own: Writable<Execution> = copyExecution(execution, keptDate);
  if (payload !== known.payload) own.payload = ownJson(payload);
  if (tags !== known.tags) own.tags = ownTags(tags);
  if (metadata !== known.metadata) own.metadata = ownMetadata(metadata);
  own.policy = ownPolicy(execution.policy);
  if (unique !== null) own.unique = frozen(unique);
  if (workflow !== null) own.workflow = frozen(workflow);
  if (execution.output !== null) own.output = ownJson(execution.output);
  return own;
}

let latestKept = new Date(0);
let keptBefore = latestKept;

/**
 * A date that the store keeps and hands out to nobody, so that what was stored at the same instant can share it. The last two are known, since
 * a job has the instant of its next run besides that of its creation.
 */
const keptDate: CopyDate = (date) => {
  const ms = date.getTime();
  if (ms === latestKept.getTime()) return latestKept;
  const kept = ms === keptBefore.getTime() ? keptBefore : new Date(ms);
  keptBefore = latestKept;
  latestKept = kept;
  return kept;
};

/** `held`: data that the store holds already, which is not copied again. */
export function ownJob(job: ScheduledJob, held: UserData | null): ScheduledJob {
  const { payload, tags, metadata, trigger, exclusions } = job;
  const known = held ?? NOTHING;
  return job.with({
    ...datesOf(job, keptDate),
    payload: payload === known.payload ? payload : ownJson(payload),
    tags: tags === known.tags ? tags : ownTags(tags),
    metadata: metadata === known.metadata ? metadata : ownMetadata(metadata),
    trigger: ownTrigger(trigger),
    policies: ownPolicy(job.policies),
    exclusions: exclusions === null ? null : frozen(exclusions),
  });
}

/** A job for a caller, with dates of its own. What is frozen is shared. */
export function jobForCaller(job: ScheduledJob): ScheduledJob {
  return job.with({ ...datesOf(job, newDate), trigger: withOwnDates(job.trigger) });
}

function datesOf(job: ScheduledJob, copyDate: CopyDate): Partial<ScheduledJobProps> {
  const copy = (date: Date | null) => (date === null ? null : copyDate(date));
  return {
    startAt: copy(job.startAt),
    endAt: copy(job.endAt),
    nextRunAt: copy(job.nextRunAt),
    lastRunAt: copy(job.lastRunAt),
    createdAt: copyDate(job.createdAt),
    updatedAt: copyDate(job.updatedAt),
    pausedAt: copy(job.pausedAt),
    completedAt: copy(job.completedAt),
    cancelledAt: copy(job.cancelledAt),
    counters: frozen(job.counters),
  };
}

const sharedTriggers = new Map<string, Trigger>();
const MOST_SHARED = 1_000;

/** Many jobs run at the same times: equal cron triggers, which hold no dates, are kept once. */
function ownTrigger(trigger: Trigger): Trigger {
  if (trigger.kind !== 'cron') return frozen(trigger);
  const text = JSON.stringify(trigger);
  const known = sharedTriggers.get(text);
  if (known !== undefined) return known;
  const own = frozen(trigger);
  if (sharedTriggers.size >= MOST_SHARED) sharedTriggers.clear();
  sharedTriggers.set(text, own);
  return own;
}

let latestPolicy: object | null = null;

/** Most executions share a policy that is frozen already, which is then known at a glance. */
function ownPolicy<T extends object>(policy: T): T {
  if (policy === latestPolicy) return policy;
  const own = frozen(policy);
  latestPolicy = own;
  return own;
}

/** The value itself if it is frozen at every depth, else a frozen copy. */
export function frozen<T extends object>(value: T): T {
  return isUnchangeable(value) ? value : deepFrozen(ownCopy(value));
}

function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFrozen(member);
  return Object.freeze(value);
}

function ownTags(tags: readonly string[]): readonly string[] {
  if (tags.length === 0) return NO_TAGS;
  return Object.isFrozen(tags) ? tags : Object.freeze([...tags]);
}

function ownMetadata(metadata: JsonObject): JsonObject {
  for (const _key in metadata) return ownJson(metadata);
  return NO_METADATA;
}

export function ownJson<T extends JsonValue>(value: T): T {
  return isUnchangeable(value) ? value : (frozenCopy(value as object) as T);
}

/** Whether a value is frozen at every depth, so that it needs no copy. */
function isUnchangeable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  // A date can be set even if it is frozen.
  if (!Object.isFrozen(value) || value instanceof Date) return false;
  for (const key in value) if (!isUnchangeable((value as Record<string, unknown>)[key])) return false;
  return true;
}

function frozenCopy(value: object): JsonValue {
  if (Array.isArray(value)) return Object.freeze(value.map((item: JsonValue) => ownJson(item)));
  const source = value as JsonObject;
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(source)) {
    const item = source[key] ?? null;
    if (key === '__proto__') Object.defineProperty(copy, key, { value: ownJson(item), enumerable: true });
    else copy[key] = ownJson(item);
  }
  return Object.freeze(copy);
}
