import type { ChangeQueue, QueueCounts, QueueSettings } from '@scheduler/contracts';
import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { toNumberOrNull } from '../rows/values.js';
import { raw, sql } from '../sql/sql.js';

export async function queueSettings(database: Database): Promise<readonly QueueSettings[]> {
  const rows = await database.rows(sql`SELECT * FROM ${database.tables.queues} ORDER BY name`);
  return rows.map(fromRow);
}

export async function changeQueue(database: Database, change: ChangeQueue): Promise<QueueSettings> {
  try {
    return await write(database, change);
  } catch (error) {
    // Two made the first settings of a queue at once: the second finds those of the first.
    if (database.duplicate(error) === null) throw error;
    return write(database, change);
  }
}

function write(database: Database, change: ChangeQueue): Promise<QueueSettings> {
  const { queues } = database.tables;
  const lock = raw(database.dialect.lock);
  return database.transaction(async (on) => {
    await database.write(
      sql`INSERT INTO ${queues} (name, paused, concurrency) SELECT ${database.dialect.typed(change.queue, 'text')}, 0, NULL WHERE NOT EXISTS (SELECT 1 FROM ${queues} q WHERE q.name = ${change.queue})`,
      on,
    );
    const [row] = await database.rows(sql`SELECT * FROM ${queues} WHERE name = ${change.queue} ${lock}`, on);
    const before = fromRow(row ?? { name: change.queue, paused: 0, concurrency: null });
    const after: QueueSettings = {
      queue: change.queue,
      paused: change.paused ?? before.paused,
      concurrency: change.concurrency === undefined ? before.concurrency : change.concurrency,
    };
    await database.write(
      sql`UPDATE ${queues} SET paused = ${after.paused ? 1 : 0}, concurrency = ${after.concurrency} WHERE name = ${change.queue}`,
      on,
    );
    return after;
  });
}

function fromRow(row: Row): QueueSettings {
  return {
    queue: String(row['name']),
    paused: Number(row['paused']) === 1,
    concurrency: toNumberOrNull(row['concurrency']),
  };
}

/** Over what waits and runs alone, which has its own indexes: what ended is not looked at. */
export async function queueCounts(database: Database): Promise<readonly QueueCounts[]> {
  const { executions } = database.tables;
  const rows = await database.rows(
    sql`SELECT queue, 'delayed' AS state, COUNT(*) AS total FROM ${executions} WHERE status = 'pending' AND available_at > ${database.now} GROUP BY queue
      UNION ALL SELECT queue, 'available' AS state, COUNT(*) AS total FROM ${executions} WHERE status = 'pending' AND available_at <= ${database.now} GROUP BY queue
      UNION ALL SELECT queue, 'running' AS state, COUNT(*) AS total FROM ${executions} WHERE status = 'running' GROUP BY queue`,
  );
  const counts = new Map<string, { queue: string; available: number; delayed: number; running: number }>();
  for (const row of rows) {
    const queue = String(row['queue']);
    const count = counts.get(queue) ?? { queue, available: 0, delayed: 0, running: 0 };
    counts.set(queue, { ...count, [String(row['state'])]: Number(row['total']) });
  }
  return [...counts.values()].sort((a, b) => (a.queue < b.queue ? -1 : 1));
}
