import { createHash } from 'node:crypto';
import type { Execution, JsonValue, UniqueBy, Uniqueness, UniquePolicy } from '@scheduler/contracts';

/** What can make executions equal. */
export type Comparable = Pick<Execution, 'type' | 'tenant' | 'jobName' | 'queue' | 'payload'>;

/** The place of an execution among its equals. Type and tenant always belong to its key. */
export function uniquenessOf({ by, endStates, periodMs }: UniquePolicy, of: Comparable): Uniqueness {
  const parts = by.map((part) => partOf(part, of)).sort();
  return { key: hash(['unique', of.tenant, of.type, ...parts]), endStates, periodMs, onConflict: 'skip' };
}

/** The place that a caller names. A key that is taken is refused. */
export function uniquenessOfKey(uniqueKey: string, tenant: string | null): Uniqueness {
  return {
    key: hash(['key', tenant, uniqueKey]),
    endStates: [],
    periodMs: null,
    onConflict: { refuse: uniqueKey },
  };
}

function partOf(part: UniqueBy, { jobName, queue, payload }: Comparable): string {
  if (part === 'name') return `name ${stable(jobName)}`;
  if (part === 'queue') return `queue ${stable(queue)}`;
  if (part === 'args') return `args ${stable(payload)}`;
  return `some args ${[...new Set(part.args)]
    .sort()
    .map((key) => `${stable(key)}: ${stable(valueOf(payload, key))}`)
    .join(', ')}`;
}

/** A key that the payload does not have is equal to one that is null. */
function valueOf(payload: JsonValue, key: string): JsonValue {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return null;
  return Object.hasOwn(payload, key) ? ((payload as Record<string, JsonValue>)[key] ?? null) : null;
}

/** JSON whose text does not depend on the order of keys. */
function stable(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`;
  const entries = Object.entries(value as Record<string, JsonValue>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${stable(item)}`).join(',')}}`;
}

/** Short enough for an index, however big the payload is. */
function hash(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
