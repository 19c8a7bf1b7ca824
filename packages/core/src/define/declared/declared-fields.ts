import type { JsonObject, JsonValue, ScheduledJob } from '@scheduler/contracts';
import { stableJson } from '../../support/stable-json.js';
import { withoutMark } from '../../schedule/declaration-mark.js';

/** One field in which a declaration and its job differ. */
export interface FieldChange {
  readonly field: string;
  /** As it is stored. */
  readonly before: JsonValue;
  /** As it is declared. */
  readonly after: JsonValue;
}

/** All that a declaration says about its job, each field for itself, as JSON. */
export function fieldsOf(job: ScheduledJob): JsonObject {
  const { type, description, targetId, payload, tags, maxExecutions, jitterMs } = job;
  const { circuit = null, ...policies } = job.policies;
  const { trigger, startAt, endAt, exclusions } = job;
  return toJson({
    type,
    description,
    targetId,
    trigger,
    payload,
    startAt,
    endAt,
    maxExecutions,
    jitterMs,
    exclusions,
    ...policies,
    circuit,
    tags,
    metadata: withoutMark(job.metadata),
  });
}

export function changesBetween(before: JsonObject, after: JsonObject): readonly FieldChange[] {
  return Object.keys(after)
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => stableJson(change.before) !== stableJson(change.after));
}

function toJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
