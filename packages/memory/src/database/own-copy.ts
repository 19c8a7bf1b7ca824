import type { Execution, JsonObject, JsonValue, ScheduledJob } from '@scheduler/contracts';

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

/** `held`: data that the store holds already, which is not copied again. */
export function ownExecution(execution: Execution, held: UserData | null): Execution {
  const { payload, tags, metadata } = execution;
  const known = held ?? NOTHING;
  const ownedPayload = payload === known.payload ? payload : ownJson(payload);
  const ownedTags = tags === known.tags ? tags : ownTags(tags);
  const ownedMetadata = metadata === known.metadata ? metadata : ownMetadata(metadata);
  if (ownedPayload === payload && ownedTags === tags && ownedMetadata === metadata) return execution;
  return { ...execution, payload: ownedPayload, tags: ownedTags, metadata: ownedMetadata };
}

/** `held`: data that the store holds already, which is not copied again. */
export function ownJob(job: ScheduledJob, held: UserData | null): ScheduledJob {
  const { payload, tags, metadata } = job;
  const known = held ?? NOTHING;
  const ownedPayload = payload === known.payload ? payload : ownJson(payload);
  const ownedTags = tags === known.tags ? tags : ownTags(tags);
  const ownedMetadata = metadata === known.metadata ? metadata : ownMetadata(metadata);
  if (ownedPayload === payload && ownedTags === tags && ownedMetadata === metadata) return job;
  return job.with({ payload: ownedPayload, tags: ownedTags, metadata: ownedMetadata });
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
  if (!Object.isFrozen(value)) return false;
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
