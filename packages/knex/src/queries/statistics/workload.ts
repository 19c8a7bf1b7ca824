import type { QueueWorkload, Workload, WorkloadRequest } from '@scheduler/contracts/adapter';
import type { Database } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { toDateOrNull } from '../../rows/values.js';
import { raw, sql } from '../../sql/sql.js';
import { inScope } from '../shared/in-scope.js';

/** Reads waiting and running executions and dead letters by their indexes; other ended executions are not read. */
export async function workload(database: Database, { tenant, recentMs }: WorkloadRequest): Promise<Workload> {
  const { now } = database;
  const { executions } = database.tables;
  const scope = inScope(tenant);
  const rows = await database.rows(
    sql`SELECT queue, 'available' AS state, COUNT(*) AS total, MIN(available_at) AS since FROM ${executions} WHERE status = 'pending' AND available_at <= ${now} AND ${scope} GROUP BY queue
      UNION ALL SELECT queue, 'delayed' AS state, COUNT(*) AS total, NULL AS since FROM ${executions} WHERE status = 'pending' AND available_at > ${now} AND ${scope} GROUP BY queue
      UNION ALL SELECT queue, 'running' AS state, COUNT(*) AS total, NULL AS since FROM ${executions} WHERE status = 'running' AND ${scope} GROUP BY queue
      UNION ALL SELECT NULL AS queue, 'workers' AS state, COUNT(DISTINCT owner) AS total, NULL AS since FROM ${executions} WHERE status = 'running' AND lease_until > ${now} AND ${scope}
      UNION ALL SELECT NULL AS queue, 'abandoned' AS state, COUNT(*) AS total, MIN(lease_until) AS since FROM ${executions} WHERE status = 'running' AND lease_until <= ${now} AND ${scope}
      UNION ALL SELECT NULL AS queue, 'dead_letters' AS state, COUNT(*) AS total, NULL AS since FROM ${executions} WHERE dead_letter_queue IS NOT NULL AND ${scope}
      UNION ALL SELECT NULL AS queue, 'recent_dead_letters' AS state, COUNT(*) AS total, NULL AS since FROM ${executions} WHERE dead_letter_queue IS NOT NULL AND dead_letter_at >= ${now} - ${raw(String(recentMs))} AND ${scope}`,
  );
  const single = (state: string) => rows.find((row) => row['state'] === state);
  return {
    queues: queuesOf(rows),
    deadLetters: totalOf(single('dead_letters')),
    recentDeadLetters: totalOf(single('recent_dead_letters')),
    activeWorkers: totalOf(single('workers')),
    abandoned: totalOf(single('abandoned')),
    abandonedSince: toDateOrNull(single('abandoned')?.['since']),
  };
}

function queuesOf(rows: readonly Row[]): readonly QueueWorkload[] {
  const queues = new Map<string, QueueWorkload>();
  for (const row of rows) {
    if (row['queue'] === null) continue;
    const queue = String(row['queue']);
    const known = queues.get(queue) ?? { queue, available: 0, availableSince: null, delayed: 0, running: 0 };
    const since = toDateOrNull(row['since']);
    queues.set(queue, {
      ...known,
      [String(row['state'])]: totalOf(row),
      ...(since === null ? {} : { availableSince: since }),
    });
  }
  return [...queues.values()].sort((a, b) => (a.queue < b.queue ? -1 : 1));
}

function totalOf(row: Row | undefined): number {
  return Number(row?.['total'] ?? 0);
}
