import type { Execution, JsonObject, JsonValue, ScheduledJob } from '@scheduler/contracts';

/**
 * What callers hand in stays theirs: the store keeps frozen copies of the data that they could still change. Copies that it already
 * holds, such as the payload of a job in its executions, are shared.
 */

const NO_TAGS: readonly string[] = Object.freeze([]);
const NO_METADATA: JsonObject = Object.freeze({});
const NOTHING: UserData = { payload: null, tags: NO_TAGS, metadata: NO_METADATA };

export interface UserData {
  readonly payload: JsonValue;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
}

/** `held`: data that the store already owns. */
export function ownExecution(execution: Execution, held: UserData | null): Execution {
  const { payload, tags, metadata } = execution;
  const own = held ?? NOTHING;
  const ownedPayload = payload === own.payload ? payload : ownJson(payload);
  const ownedTags = tags === own.tags ? tags : ownTags(tags);
  const ownedMetadata = metadata === own.metadata ? metadata : ownMetadata(metadata);
  if (ownedPayload === payload && ownedTags === tags && ownedMetadata === metadata) return execution;
  return { ...execution, payload: ownedPayload, tags: ownedTags, metadata: ownedMetadata };
}

/** `held`: data that the store already owns. */
export function ownJob(job: ScheduledJob, held: UserData | null): ScheduledJob {
  const { payload, tags, metadata } = job;
  const own = held ?? NOTHING;
  const ownedPayload = payload === own.payload ? payload : ownJson(payload);
  const ownedTags = tags === own.tags ? tags : ownTags(tags);
  const ownedMetadata = metadata === own.metadata ? metadata : ownMetadata(metadata);
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

/** Nobody can change what is frozen through and through. */
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
