import pg from 'pg';
import { countOf, newPool } from './postgres-pool.mjs';
import { CLAIM, COMPLETE, ENQUEUE, ENQUEUE_MANY, SCHEMA, UNFINISHED } from './raw-postgres-sql.mjs';

/**
 * Plain SQL on PostgreSQL, as the upper limit for jobs whose rows are kept, with leases, fences and NOTIFY.
 *
 * @param batch how many jobs a statement claims and completes; 1 is the usual job queue
 */
export async function createSide({ url, batch }) {
  const pool = newPool(url, 20);
  await pool.query(SCHEMA);

  return {
    enqueue: (payload) => pool.query({ ...ENQUEUE, values: [JSON.stringify(payload)] }),
    enqueueMany: (payloads) =>
      pool.query({ ...ENQUEUE_MANY, values: [payloads.map((each) => JSON.stringify(each))] }),
    async work({ concurrency, onJob }) {
      const wakeUps = await listen(url);
      let working = true;
      // With batches two lanes are enough: one claims while the other completes.
      const lanes = Array.from({ length: batch === 1 ? concurrency : 2 }, async () => {
        while (working) {
          const claimed = await workOnce(pool, { batch, onJob });
          if (claimed < batch && working) await wakeUps.next();
        }
      });
      return async () => {
        working = false;
        wakeUps.wake();
        await Promise.all(lanes);
        await wakeUps.end();
      };
    },
    unfinished: () => countOf(pool, UNFINISHED),
    close: () => pool.end(),
  };
}

async function workOnce(pool, { batch, onJob }) {
  const { rows } = await pool.query({ ...CLAIM, values: [batch, 'me'] });
  for (const { payload } of rows) onJob(payload);
  if (rows.length === 0) return 0;
  const values = [rows.map(({ id }) => id), rows.map(({ fence }) => fence)];
  await pool.query({ ...COMPLETE, values });
  return rows.length;
}

async function listen(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('LISTEN jobs');
  const waiting = [];
  const wake = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  client.on('notification', wake);
  return {
    wake,
    // Waits at most 20 ms, because a notification may arrive between an empty claim and this wait.
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        setTimeout(resolve, 20);
      }),
    end: () => client.end(),
  };
}
