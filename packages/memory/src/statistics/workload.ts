import type { Execution } from '@scheduler/contracts';
import {
  isInScope,
  type QueueWorkload,
  type Workload,
  type WorkloadRequest,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';

type Counts = { -readonly [TKey in keyof QueueWorkload]: QueueWorkload[TKey] };

export function workload(database: MemoryDatabase, { tenant, recentMs }: WorkloadRequest): Workload {
  const nowMs = database.now().getTime();
  const queues = new Map<string, Counts>();
  const workers = new Set<string | null>();
  let [deadLetters, recentDeadLetters, abandoned] = [0, 0, 0];
  let abandonedSince: Date | null = null;
  for (const { execution } of database.executions.records.values()) {
    if (!isInScope(execution, tenant)) continue;
    const deadAt = execution.deadLetter?.at.getTime();
    if (deadAt !== undefined) deadLetters += 1;
    if (deadAt !== undefined && deadAt >= nowMs - recentMs) recentDeadLetters += 1;
    if (execution.status === 'pending' || execution.status === 'running') count(queues, execution, nowMs);
    const { status, leaseUntil, owner } = execution;
    if (status !== 'running' || leaseUntil === null) continue;
    if (leaseUntil.getTime() > nowMs) workers.add(owner);
    else {
      abandoned += 1;
      abandonedSince = earlier(abandonedSince, leaseUntil);
    }
  }
  return {
    queues: [...queues.values()].sort((a, b) => (a.queue < b.queue ? -1 : 1)),
    deadLetters,
    recentDeadLetters,
    activeWorkers: workers.size,
    abandoned,
    abandonedSince,
  };
}

function count(queues: Map<string, Counts>, { queue, status, availableAt }: Execution, nowMs: number): void {
  let counts = queues.get(queue);
  if (counts === undefined)
    queues.set(queue, (counts = { queue, available: 0, availableSince: null, delayed: 0, running: 0 }));
  if (status === 'running') counts.running += 1;
  else if (availableAt.getTime() > nowMs) counts.delayed += 1;
  else {
    counts.available += 1;
    counts.availableSince = earlier(counts.availableSince, availableAt);
  }
}

function earlier(one: Date | null, other: Date): Date {
  return one === null || other < one ? other : one;
}
