import type { ListExecutions } from '@scheduler/contracts/adapter';
import { type FieldValues, readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';

/** When it began: its start, or its scheduled instant where it never started. */
export interface Began {
  readonly id: string;
  readonly began: number;
}

/** What is asked of each, and nothing more: payloads and outputs may be large. */
const LOOKED_AT = ['status', 'tenant', 'type', 'queue', 'dead', 'eclass', 'started', 'sched'] as const;

type Looked = Readonly<Record<(typeof LOOKED_AT)[number], string | null>>;

/** Looks at each execution of some indexes. */
export async function findMatching(
  database: RedisDatabase,
  request: ListExecutions & { readonly indexes: readonly string[] },
): Promise<readonly Began[]> {
  const ids = await idsOf(database, request);
  const names = ids.map((id) => `x:${id}`);
  const found: Began[] = [];
  let position = 0;
  for await (const values of readHashes(database, names, LOOKED_AT)) {
    const id = ids[position] ?? '';
    position += 1;
    const looked = lookedAt(values);
    const began = Number(looked.started ?? looked.sched);
    if (looked.status !== null && matches(looked, began, request)) found.push({ id, began });
  }
  return found;
}

function lookedAt(values: FieldValues): Looked {
  return Object.fromEntries(LOOKED_AT.map((field, index) => [field, values[index] ?? null])) as Looked;
}

async function idsOf(
  { redis, base }: RedisDatabase,
  { indexes, jobId, deadLettered, since, until }: Parameters<typeof findMatching>[1],
): Promise<readonly string[]> {
  const ids: string[] = [];
  if (deadLettered === true && jobId === undefined) {
    // There are few of them, whatever else there is.
    for (const status of ['failed', 'timeout'])
      for (const id of await redis.zrange(`${base}dead:${status}`, '0', '-1')) ids.push(id);
    return ids;
  }
  const [from, to] = [since?.getTime() ?? '-inf', until?.getTime() ?? '+inf'];
  for (const index of indexes)
    for (const id of await redis.zrangebyscore(`${base}${index}`, from, to)) ids.push(id);
  return ids;
}

function matches(looked: Looked, began: number, filter: ListExecutions): boolean {
  return (
    (filter.tenant === null || looked.tenant === filter.tenant) &&
    isOneOf(filter.types, looked.type) &&
    isOneOf(filter.statuses, looked.status) &&
    isOneOf(filter.queues, looked.queue) &&
    isOneOf(filter.errorClasses, looked.eclass) &&
    (filter.since === undefined || began >= filter.since.getTime()) &&
    (filter.until === undefined || began <= filter.until.getTime()) &&
    (filter.deadLettered === undefined || filter.deadLettered === (looked.dead !== null))
  );
}

function isOneOf(accepted: readonly string[] | undefined, value: string | null): boolean {
  return accepted === undefined || accepted.length === 0 || (value !== null && accepted.includes(value));
}
