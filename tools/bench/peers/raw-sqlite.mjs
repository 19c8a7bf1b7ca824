import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';

const SCHEMA = `
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY, status INTEGER NOT NULL DEFAULT 0, priority INTEGER NOT NULL DEFAULT 5,
    available_at INTEGER NOT NULL, payload TEXT NOT NULL, fence INTEGER NOT NULL DEFAULT 0, owner TEXT,
    lease_until INTEGER, finished_at INTEGER
  );
  CREATE INDEX jobs_waiting ON jobs (priority, available_at, id) WHERE status = 0;`;

/**
 * Plain SQL on SQLite, as the upper limit for jobs whose rows are kept, with leases and fences.
 *
 * @param batch how many jobs a transaction claims and completes
 * @param synchronous `NORMAL` or `FULL`: whether a commit waits for the disk
 */
export async function createSide({ file, batch, synchronous }) {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};${SCHEMA}`);
  const statements = prepare(database);
  const inTransaction = (work) => {
    database.exec('BEGIN IMMEDIATE');
    const result = work();
    database.exec('COMMIT');
    return result;
  };
  const add = (payload) => statements.add.run(Date.now(), JSON.stringify(payload));

  return {
    enqueue: async (payload) => add(payload),
    enqueueMany: async (payloads) => inTransaction(() => payloads.forEach(add)),
    async work({ onJob }) {
      let working = true;
      const lane = (async () => {
        while (working) {
          const claimed = workOnce({ statements, inTransaction, batch, onJob });
          if (claimed === 0) await delay(1);
          else await turn();
        }
      })();
      return async () => {
        working = false;
        await lane;
      };
    },
    unfinished: async () => statements.unfinished.get().count,
    close: async () => database.close(),
  };
}

function workOnce({ statements, inTransaction, batch, onJob }) {
  const now = Date.now();
  const jobs = statements.claim.all('me', now + 30_000, now, batch);
  for (const { payload } of jobs) onJob(JSON.parse(payload));
  const complete = () => jobs.forEach(({ id, fence }) => statements.complete.run(now, id, fence));
  if (jobs.length === 1) complete();
  else if (jobs.length > 1) inTransaction(complete);
  return jobs.length;
}

function prepare(database) {
  return {
    add: database.prepare('INSERT INTO jobs (available_at, payload) VALUES (?, ?)'),
    claim: database.prepare(`
      UPDATE jobs SET status = 1, fence = fence + 1, owner = ?, lease_until = ? WHERE id IN (
        SELECT id FROM jobs WHERE status = 0 AND available_at <= ? ORDER BY priority, available_at, id LIMIT ?)
      RETURNING id, fence, payload`),
    complete: database.prepare(
      'UPDATE jobs SET status = 2, owner = NULL, lease_until = NULL, finished_at = ? WHERE id = ? AND fence = ? AND status = 1',
    ),
    unfinished: database.prepare('SELECT count(*) AS count FROM jobs WHERE status < 2'),
  };
}
