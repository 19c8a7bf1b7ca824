import type { TenantScope } from '@scheduler/contracts/adapter';
import { pipelined } from '../database/pipelined.js';
import { readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';

/** The waiting executions of one queue. */
export interface WaitingWork {
  readonly queue: string;
  /** The instant since which the first execution is available. Null: none is. */
  readonly availableSince: number | null;
  readonly available: number;
  readonly delayed: number;
}

const PRIORITIES = Array.from({ length: 10 }, (_, priority) => priority);
const SEPARATOR = '\u001f';

/** Counts by the indexes for all tenants together. For a single tenant each execution is read. */
export function waitingWork(
  database: RedisDatabase,
  tenant: TenantScope,
  nowMs: number,
): Promise<readonly WaitingWork[]> {
  return tenant === null ? waitingOfAll(database, nowMs) : waitingOf(database, tenant, nowMs);
}

async function waitingOfAll(database: RedisDatabase, nowMs: number): Promise<readonly WaitingWork[]> {
  const counted = await database.redis.hkeys(database.key('n'));
  const pending = `pending${SEPARATOR}`;
  const queues = counted
    .filter((field) => field.startsWith(pending))
    .map((field) => field.slice(pending.length));
  return Promise.all(queues.map((queue) => waitingIn(database, queue, nowMs)));
}

async function waitingIn(database: RedisDatabase, queue: string, nowMs: number): Promise<WaitingWork> {
  const indexes = [...PRIORITIES.map((priority) => `w:${queue}:${priority}`), `parked:${queue}`];
  const keys = indexes.map((index) => database.key(index));
  const answers = await pipelined<string, unknown>(database.redis, keys, (pipeline, key) => {
    pipeline.zcount(key, '-inf', nowMs);
    pipeline.zcount(key, `(${nowMs}`, '+inf');
    pipeline.zrangebyscore(key, '-inf', nowMs, 'WITHSCORES', 'LIMIT', 0, 1);
  });
  let waiting: WaitingWork = { queue, available: 0, availableSince: null, delayed: 0 };
  for (let at = 0; at < answers.length; at += 3) {
    const [available, delayed, first] = answers.slice(at, at + 3) as [number, number, string[]];
    const since = first[1] === undefined ? null : Number(first[1]);
    waiting = joined(waiting, { queue, available, availableSince: since, delayed });
  }
  return waiting;
}

async function waitingOf(
  database: RedisDatabase,
  tenant: string,
  nowMs: number,
): Promise<readonly WaitingWork[]> {
  const ids = await database.redis.zinter(2, database.key('s:pending'), database.key(`t:${tenant}`));
  const names = ids.map((id) => `x:${id}`);
  const byQueue = new Map<string, WaitingWork>();
  for await (const [queue = null, available = null] of readHashes(database, names, ['queue', 'avail'])) {
    if (queue === null) continue;
    const one = oneWaiting(queue, Number(available), nowMs);
    const known = byQueue.get(queue);
    byQueue.set(queue, known === undefined ? one : joined(known, one));
  }
  return [...byQueue.values()];
}

function oneWaiting(queue: string, availableMs: number, nowMs: number): WaitingWork {
  return availableMs > nowMs
    ? { queue, available: 0, availableSince: null, delayed: 1 }
    : { queue, available: 1, availableSince: availableMs, delayed: 0 };
}

function joined(one: WaitingWork, other: WaitingWork): WaitingWork {
  const since = [one.availableSince, other.availableSince].filter((instant) => instant !== null);
  return {
    queue: one.queue,
    available: one.available + other.available,
    availableSince: since.length === 0 ? null : Math.min(...since),
    delayed: one.delayed + other.delayed,
  };
}
