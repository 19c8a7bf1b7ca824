import { isBehind, type ListExecutions } from '@scheduler/contracts/adapter';
import { type FieldValues, readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';

/** An execution with the instant by which it is sorted: its start, or its scheduled instant if it has not started. */
export interface SortableExecution {
  readonly id: string;
  readonly began: number;
}

/** The fields that filters need. Others are not read, because payloads and outputs may be large. */
const FILTER_FIELDS = ['status', 'tenant', 'type', 'queue', 'dead', 'eclass', 'started', 'sched'] as const;

type FilterValues = Readonly<Record<(typeof FILTER_FIELDS)[number], string | null>>;

/** Filters all executions of some indexes. */
export async function findMatching(
  database: RedisDatabase,
  request: ListExecutions & { readonly indexes: readonly string[] },
): Promise<readonly SortableExecution[]> {
  const ids = await idsOf(database, request);
  const names = ids.map((id) => `x:${id}`);
  const found: SortableExecution[] = [];
  let position = 0;
  for await (const values of readHashes(database, names, FILTER_FIELDS)) {
    const id = ids[position] ?? '';
    position += 1;
    const fields = filterValues(values);
    const began = Number(fields.started ?? fields.sched);
    if (fields.status === null || !matches(fields, began, request)) continue;
    const at = new Date(began);
    if (isBehind({ id, startedAt: at, scheduledAt: at }, request)) found.push({ id, began });
  }
  return found;
}

function filterValues(values: FieldValues): FilterValues {
  return Object.fromEntries(
    FILTER_FIELDS.map((field, index) => [field, values[index] ?? null]),
  ) as FilterValues;
}

async function idsOf(
  { redis, base }: RedisDatabase,
  { indexes, jobId, deadLettered, since, until }: Parameters<typeof findMatching>[1],
): Promise<readonly string[]> {
  const ids: string[] = [];
  if (deadLettered === true && jobId === undefined) {
    // Dead letters have indexes of their own, which are usually small.
    for (const index of ['dead:failed', 'dead:timeout', 'steps:dead:failed', 'steps:dead:timeout'])
      for (const id of await redis.zrange(`${base}${index}`, '0', '-1')) ids.push(id);
    return ids;
  }
  const [from, to] = [since?.getTime() ?? '-inf', until?.getTime() ?? '+inf'];
  for (const index of indexes)
    for (const id of await redis.zrangebyscore(`${base}${index}`, from, to)) ids.push(id);
  return ids;
}

function matches(fields: FilterValues, began: number, filter: ListExecutions): boolean {
  return (
    (filter.tenant === null || fields.tenant === filter.tenant) &&
    isOneOf(filter.types, fields.type) &&
    isOneOf(filter.statuses, fields.status) &&
    isOneOf(filter.queues, fields.queue) &&
    isOneOf(filter.errorClasses, fields.eclass) &&
    (filter.since === undefined || began >= filter.since.getTime()) &&
    (filter.until === undefined || began <= filter.until.getTime()) &&
    (filter.deadLettered === undefined || filter.deadLettered === (fields.dead !== null))
  );
}

function isOneOf(accepted: readonly string[] | undefined, value: string | null): boolean {
  return accepted === undefined || accepted.length === 0 || (value !== null && accepted.includes(value));
}
