import {
  type Exclusions,
  type JobPolicies,
  type JsonObject,
  type JsonValue,
  PAYLOAD_VERSION,
  type ScheduleChanges,
  type ScheduledJob,
} from '@scheduler/contracts';
import { withoutMark } from '../../schedule/declaration-mark.js';
import { stableJson } from '../../support/stable-json.js';

/** What has to change in a stored job for it to be as it is wanted. Null: nothing. Type and name are not compared. */
export function differences(
  stored: ScheduledJob,
  wanted: ScheduledJob,
  { ignoring = [] }: { readonly ignoring?: readonly (keyof ScheduleChanges)[] } = {},
): ScheduleChanges | null {
  const before = { ...settingsOf(stored), metadata: comparable(stored.metadata, wanted.metadata) };
  const after = settingsOf(wanted);
  const names = (Object.keys(after) as (keyof ScheduleChanges)[]).filter(
    (name) => !ignoring.includes(name) && !isEqual(before[name], after[name]),
  );
  if (names.length === 0) return null;
  // A circuit is also read from the metadata: what is wanted is said whenever they change.
  const told = names.includes('metadata') ? [...names, 'circuit' as const] : names;
  return Object.fromEntries(told.map((name) => [name, after[name]]));
}

/** Without what an update keeps of itself: the mark of a declaration, and the version of the payload unless it is named. */
function comparable(stored: JsonObject, wanted: JsonObject): JsonObject {
  const { [PAYLOAD_VERSION]: version, ...metadata } = withoutMark(stored);
  return version === undefined || !(PAYLOAD_VERSION in wanted)
    ? metadata
    : { ...metadata, [PAYLOAD_VERSION]: version };
}

/** All of a job that an update can change, in the words of an update. */
function settingsOf(job: ScheduledJob): ScheduleChanges {
  const { description, trigger, targetId, payload, tags, metadata, startAt, endAt, maxExecutions } = job;
  return {
    ...{ description, trigger, targetId, payload, tags, metadata, startAt, endAt, maxExecutions },
    jitter: job.jitterMs,
    exclusions: job.exclusions === null ? null : exclusionsOf(job.exclusions),
    ...policySettings(job.policies),
  };
}

function exclusionsOf({ calendar, ...exclusions }: Exclusions) {
  return calendar === null ? exclusions : { ...exclusions, calendar };
}

function policySettings(policies: JobPolicies): ScheduleChanges {
  const { queue, priority, maxRetries, onExhausted, allowOverlap, concurrency, concurrencyKey } = policies;
  const { backoff, missedRuns, unique, concurrencyLimit } = policies;
  return {
    ...{ queue, priority, maxRetries, onExhausted, allowOverlap, concurrency, concurrencyKey },
    timeout: policies.timeoutMs,
    backoff: {
      ...{ strategy: backoff.strategy, delay: backoff.delayMs, factor: backoff.factor },
      ...{ maxDelay: backoff.maxDelayMs, jitter: backoff.jitter },
    },
    circuit: policies.circuit ?? null,
    missedRuns: { policy: missedRuns.policy, cap: missedRuns.cap, grace: missedRuns.graceMs },
    unique:
      unique === null
        ? false
        : {
            by: unique.by,
            states: unique.endStates,
            ...(unique.periodMs === null ? {} : { period: unique.periodMs }),
          },
    concurrencyLimit: concurrencyLimit ?? undefined,
  };
}

function isEqual(a: unknown, b: unknown): boolean {
  return stableJson(toJson(a)) === stableJson(toJson(b));
}

function toJson(value: unknown): JsonValue {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as JsonValue);
}
