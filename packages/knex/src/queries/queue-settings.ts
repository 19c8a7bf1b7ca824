import type { QueueSettings } from '@scheduler/contracts';
import {
  type ChangeQueue,
  queueChanged,
  type QueueCounts,
  type WaitingType,
} from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import type { Row } from '../database/results.js';
import { appendEvents, timeOfEvents } from '../event-log/append.js';
import { toDate, toNumberOrNull } from '../rows/values.js';
import { list, raw, sql } from '../sql/sql.js';

export async function queueSettings(database: Database): Promise<readonly QueueSettings[]> {
  const rows = await readQueues(database);
  return rows.filter(hasSettings).map(fromRow);
}

/** Reads the rows of all queues, and remembers which of them have limits. */
export async function readQueues(database: Database): Promise<readonly Row[]> {
  const rows = await database.rows(sql`SELECT * FROM ${database.tables.queues} ORDER BY name`);
  const limited = rows.filter((row) => Number(row['limited']) === 1 || row['global_limit'] !== null);
  database.limitedQueues.replace(limited.map((row) => String(row['name'])));
  return rows;
}

/** False for rows that only mark a queue as limited, and whose settings nobody has changed. */
function hasSettings(row: Row): boolean {
  const { paused, concurrency, globalLimit } = fromRow(row);
  const isSet = paused || concurrency !== null || globalLimit !== null;
  return isSet || Number(row['limited']) === 0 || Number(row['changed']) === 1;
}

export async function changeQueue(database: Database, change: ChangeQueue): Promise<QueueSettings> {
  try {
    return await write(database, change);
  } catch (error) {
    // Another node has created the row of the queue at the same time: the second write finds it.
    if (database.duplicate(error) === null) throw error;
    return write(database, change);
  }
}

function write(database: Database, change: ChangeQueue): Promise<QueueSettings> {
  const { queues } = database.tables;
  return database.transaction(async (on) => {
    const [known] = database.logsEvents ? await readForUpdate(database, change.queue, on) : [];
    await database.write(
      sql`INSERT INTO ${queues} (name, paused, concurrency) SELECT ${database.dialect.typed(change.queue, 'text')}, 0, NULL WHERE NOT EXISTS (SELECT 1 FROM ${queues} q WHERE q.name = ${change.queue})`,
      on,
    );
    const [row] = await readForUpdate(database, change.queue, on);
    const before = fromRow(row ?? { name: change.queue, paused: 0, concurrency: null, global_limit: null });
    const after: QueueSettings = {
      queue: change.queue,
      paused: change.paused ?? before.paused,
      concurrency: change.concurrency === undefined ? before.concurrency : change.concurrency,
      globalLimit: change.globalLimit === undefined ? before.globalLimit : change.globalLimit,
    };
    await database.write(
      sql`UPDATE ${queues} SET paused = ${after.paused ? 1 : 0}, concurrency = ${after.concurrency}, global_limit = ${after.globalLimit}, changed = 1 WHERE name = ${change.queue}`,
      on,
    );
    if (after.globalLimit !== null) database.limitedQueues.add([after.queue]);
    const at = await timeOfEvents(database, on);
    const had = known !== undefined && hasSettings(known);
    await appendEvents(database, on, () =>
      queueChanged(had ? before : null, after, { at, cause: change.cause ?? null }),
    );
    return after;
  });
}

function readForUpdate(database: Database, name: string, on: Executor): Promise<readonly Row[]> {
  return database.rows(
    sql`SELECT * FROM ${database.tables.queues} WHERE name = ${name} ${raw(database.dialect.lock)}`,
    on,
  );
}

function fromRow(row: Row): QueueSettings {
  return {
    queue: String(row['name']),
    paused: Number(row['paused']) === 1,
    concurrency: toNumberOrNull(row['concurrency']),
    globalLimit: toNumberOrNull(row['global_limit']),
  };
}

/** Counts waiting and running executions by their indexes; ended executions are not read. */
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

/** Counts by the index of what waits by type. */
export async function waitingTypes(
  database: Database,
  queues: readonly string[],
): Promise<readonly WaitingType[]> {
  if (queues.length === 0) return [];
  const rows = await database.rows(
    sql`SELECT queue, type, COUNT(*) AS total, MIN(available_at) AS since FROM ${database.tables.executions} WHERE ${raw(database.dialect.waitsByType('status'))} AND queue IN ${list(queues)} AND available_at <= ${database.now} GROUP BY queue, type ORDER BY queue, type`,
  );
  return rows.map((row) => ({
    queue: String(row['queue']),
    type: String(row['type']),
    waiting: Number(row['total']),
    since: toDate(row['since']),
  }));
}
