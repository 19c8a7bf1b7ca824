import type { Execution, JsonObject, JsonValue, ScheduledJob } from '@scheduler/contracts';

/**
 * What callers hand in stays theirs: the store keeps frozen copies of the data that they could still change. Copies that it already
 * holds, such as the payload of a job in its executions, are shared.
 */

const NO_TAGS: readonly string[] = Object.freeze([]);
const NO_METADATA: JsonObject = Object.freeze({});

export interface UserData {
  readonly payload: JsonValue;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
}

/** `held`: data that the store already owns. */
export function ownExecution(execution: Execution, held: UserData | null): Execution {
  const own = ownData(execution, held);
  return own === null ? execution : { ...execution, ...own };
}

export function ownJob(job: ScheduledJob, held: UserData | null): ScheduledJob {
  const own = ownData(job, held);
  return own === null ? job : job.with(own);
}

/** Null: nothing in it could be changed from outside. */
function ownData(data: UserData, held: UserData | null): UserData | null {
  const payload = data.payload === held?.payload ? data.payload : ownJson(data.payload);
  const tags = data.tags === held?.tags ? data.tags : ownTags(data.tags);
  const metadata = data.metadata === held?.metadata ? data.metadata : ownMetadata(data.metadata);
  const same = payload === data.payload && tags === data.tags && metadata === data.metadata;
  return same ? null : { payload, tags, metadata };
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
  return typeof value === 'object' && value !== null ? (frozenCopy(value) as T) : value;
}

function frozenCopy(value: object): JsonValue {
  if (Array.isArray(value)) return Object.freeze(value.map((item: JsonValue) => ownJson(item)));
  const copy: Record<string, JsonValue> = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') Object.defineProperty(copy, key, { value: ownJson(item), enumerable: true });
    else copy[key] = ownJson(item as JsonValue);
  }
  return Object.freeze(copy);
}
