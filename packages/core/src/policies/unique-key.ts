import { createHash } from 'node:crypto';
import type { Execution, JsonValue, UniqueBy, Uniqueness, UniquePolicy } from '@scheduler/contracts';
import { stableJson } from '../support/stable-json.js';

/** The fields by which executions can be equal. */
export type UniquenessInput = Pick<Execution, 'type' | 'tenant' | 'jobName' | 'queue' | 'payload'>;

/** The uniqueness of an execution by the policy of its job. Type and tenant always belong to the key. */
export function uniquenessOf({ by, endStates, periodMs }: UniquePolicy, of: UniquenessInput): Uniqueness {
  const parts = by.map((part) => partOf(part, of)).sort();
  return { key: hash(['unique', of.tenant, of.type, ...parts]), endStates, periodMs, onConflict: 'skip' };
}

/** The uniqueness by a key that the caller names. A key that is taken is refused. */
export function uniquenessOfKey(uniqueKey: string, tenant: string | null): Uniqueness {
  return {
    key: hash(['key', tenant, uniqueKey]),
    endStates: [],
    periodMs: null,
    onConflict: { refuse: uniqueKey },
  };
}

function partOf(part: UniqueBy, { jobName, queue, payload }: UniquenessInput): string {
  if (part === 'name') return `name ${stableJson(jobName)}`;
  if (part === 'queue') return `queue ${stableJson(queue)}`;
  if (part === 'args') return `args ${stableJson(payload)}`;
  return `some args ${[...new Set(part.args)]
    .sort()
    .map((key) => `${stableJson(key)}: ${stableJson(valueOf(payload, key))}`)
    .join(', ')}`;
}

/** A key that the payload does not have is equal to one that is null. */
function valueOf(payload: JsonValue, key: string): JsonValue {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return null;
  return Object.hasOwn(payload, key) ? ((payload as Record<string, JsonValue>)[key] ?? null) : null;
}

/** Short enough for an index, however big the payload is. */
function hash(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
