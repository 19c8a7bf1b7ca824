import { PgBoss } from 'pg-boss';
import { countOf, newPool } from './postgres-pool.mjs';

const QUEUE = 'bench';

/** pg-boss, tuned: batches of 500 without a pause between full ones, woken by NOTIFY, without maintenance. */
export async function createSide({ url }) {
  const pool = newPool(url, 2);
  const boss = new PgBoss({
    connectionString: url,
    max: 20,
    useListenNotify: true,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true });

  return {
    enqueue: (payload) => boss.send(QUEUE, payload),
    enqueueMany: (payloads) =>
      boss.insert(
        QUEUE,
        payloads.map((data) => ({ data })),
      ),
    async work({ onJob }) {
      // It works in batches, whatever the concurrency; four concurrent batches were the fastest.
      await boss.work(
        QUEUE,
        {
          batchSize: 500,
          localConcurrency: 4,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: 0.5,
          notifyPollingIntervalSeconds: 0.5,
        },
        async (jobs) => {
          for (const { data } of jobs) onJob(data);
        },
      );
      return () => boss.offWork(QUEUE, { wait: true });
    },
    unfinished: () => countOf(pool, `SELECT count(*) FROM pgboss.job WHERE state < 'completed'`),
    async close() {
      await boss.stop({ graceful: false });
      await pool.end();
    },
  };
}
