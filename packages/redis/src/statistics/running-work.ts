import type { TenantScope } from '@scheduler/contracts/adapter';
import { readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { isInScope } from '../database/scope.js';

export interface RunningWork {
  /** The number of running executions by queue. */
  readonly queues: ReadonlyMap<string, number>;
  readonly activeWorkers: number;
  readonly abandoned: number;
  readonly abandonedSince: Date | null;
}

/** Reads every lease, of which there are never more than workers have slots. */
export async function runningWork(
  database: RedisDatabase,
  tenant: TenantScope,
  nowMs: number,
): Promise<RunningWork> {
  const ids = await database.redis.zrange(database.key('leases'), '0', '-1');
  const names = ids.map((id) => `x:${id}`);
  const queues = new Map<string, number>();
  const workers = new Set<string | null>();
  const abandoned: number[] = [];
  for await (const [owned = null, queue, lease, owner = null] of readHashes(database, names, FIELDS)) {
    if (typeof queue !== 'string' || typeof lease !== 'string' || !isInScope({ tenant: owned }, tenant))
      continue;
    queues.set(queue, (queues.get(queue) ?? 0) + 1);
    if (Number(lease) > nowMs) workers.add(owner);
    else abandoned.push(Number(lease));
  }
  return {
    queues,
    activeWorkers: workers.size,
    abandoned: abandoned.length,
    abandonedSince: abandoned.length === 0 ? null : new Date(Math.min(...abandoned)),
  };
}

const FIELDS = ['tenant', 'queue', 'lease', 'owner'];
