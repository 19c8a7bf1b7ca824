import type { QueueWorkload, Workload, WorkloadRequest } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { countDeadLetters, countDeadLettersSince } from './dead-letters.js';
import { runningWork } from './running-work.js';
import { type WaitingWork, waitingWork } from './waiting-work.js';

export async function workload(
  database: RedisDatabase,
  { tenant, recentMs }: WorkloadRequest,
): Promise<Workload> {
  const nowMs = (await database.now()).getTime();
  const [waiting, { queues: running, ...leases }, deadLetters, recentDeadLetters] = await Promise.all([
    waitingWork(database, tenant, nowMs),
    runningWork(database, tenant, nowMs),
    countDeadLetters(database, tenant),
    countDeadLettersSince(database, tenant, nowMs - recentMs),
  ]);
  return { queues: byQueue(waiting, running), deadLetters, recentDeadLetters, ...leases };
}

function byQueue(
  waiting: readonly WaitingWork[],
  running: ReadonlyMap<string, number>,
): readonly QueueWorkload[] {
  const waitingBy = new Map(waiting.map((one) => [one.queue, one]));
  return [...new Set([...waitingBy.keys(), ...running.keys()])].sort().map((queue) => {
    const { available = 0, availableSince = null, delayed = 0 } = waitingBy.get(queue) ?? {};
    return {
      queue,
      available,
      availableSince: availableSince === null ? null : new Date(availableSince),
      delayed,
      running: running.get(queue) ?? 0,
    };
  });
}
