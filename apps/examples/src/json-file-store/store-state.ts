import { type Execution, type ExecutionLog, type QueueSettings, ScheduledJob } from '@scheduler/contracts';
import type { Claimable } from '@scheduler/contracts/adapter';

/** Everything that the store holds. Values are never changed, only replaced. */
export interface StoreState {
  readonly jobs: Map<string, ScheduledJob>;
  /** In the order in which they were added. */
  readonly executions: Map<string, Execution>;
  /** The lines of each execution, oldest first. */
  readonly logs: Map<string, readonly ExecutionLog[]>;
  readonly queues: Map<string, QueueSettings>;
}

/** A copy whose tables can be changed without touching the original. Tables that are not given are empty. */
export function copyOf({ jobs, executions, logs, queues }: Partial<StoreState>): StoreState {
  const tables = { jobs: new Map(jobs), executions: new Map(executions) };
  return { ...tables, logs: new Map(logs), queues: new Map(queues) };
}

export function claimableIn({ executions, queues }: StoreState, at: Date): Claimable {
  return { executions: executions.values(), queues, at };
}

export function encodeState({ jobs, executions, logs, queues }: StoreState): string {
  const tables: Tables = {
    jobs: [...jobs],
    executions: [...executions],
    logs: [...logs],
    queues: [...queues],
  };
  return JSON.stringify(tables, encodeValue);
}

export function decodeState(text: string): StoreState {
  const { jobs, ...tables } = JSON.parse(text, decodeValue) as Tables;
  const restored = jobs.map(([id, props]) => [id, new ScheduledJob(props)] as const);
  return {
    jobs: new Map(restored),
    executions: new Map(tables.executions),
    logs: new Map(tables.logs),
    queues: new Map(tables.queues),
  };
}

/** Each table as a list of ids and values. */
type Tables = { readonly [T in keyof StoreState]: Rows<StoreState[T]> };
type Rows<TTable> = TTable extends Map<infer TId, infer TValue> ? readonly [TId, TValue][] : never;

const INSTANT = '$instant';

/** An instant becomes `{ "$instant": … }`; keys of users that begin with `$` get another one, so that they are never taken for it. */
function encodeValue(this: unknown, key: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[key];
  if (raw instanceof Date) return { [INSTANT]: raw.getTime() };
  return renameKeys(value, (name) => (name.startsWith('$') ? `$${name}` : name));
}

/** Frozen, because callers get what the store holds. */
function decodeValue(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (INSTANT in value) return new Date(value[INSTANT] as number);
  return Object.freeze(renameKeys(value, (name) => (name.startsWith('$$') ? name.slice(1) : name)));
}

function renameKeys(value: unknown, rename: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (!Object.keys(value).some((name) => name.startsWith('$'))) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [rename(name), each]));
}
