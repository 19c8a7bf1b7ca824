import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { countOf, newPool } from './postgres-pool.mjs';

const QUEUE = 'flows';
const LINKS = 10;

/**
 * Flows of pg-boss, tuned as in `pg-boss.mjs`. What comes after a job is released by a pass that runs every few seconds.
 *
 * @param intervalSeconds the seconds between two passes, at least 1. Default: as pg-boss does.
 */
export async function createSide({ url, intervalSeconds }) {
  const pool = newPool(url, 2);
  const boss = new PgBoss({
    connectionString: url,
    max: 20,
    useListenNotify: true,
    // The passes are a part of what it supervises.
    supervise: true,
    schedule: false,
    ...(intervalSeconds === undefined ? {} : { flowIntervalSeconds: intervalSeconds }),
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true });

  return {
    startFlow: ({ shape, width }) => boss.flow(shapes[shape](randomUUID(), width)),
    async workFlows({ onStep }) {
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
          for (const { data } of jobs) onStep(data.run);
        },
      );
      return () => boss.offWork(QUEUE, { wait: true });
    },
    unfinishedFlows: () => countOf(pool, `SELECT count(*) FROM pgboss.job WHERE state < 'completed'`),
    async close() {
      await boss.stop({ graceful: false });
      await pool.end();
    },
  };
}

const job = (run, ref, dependsOn) => ({
  ref,
  name: QUEUE,
  data: { run },
  ...(dependsOn === undefined ? {} : { dependsOn }),
});

const shapes = {
  chain: (run) =>
    Array.from({ length: LINKS }, (_, link) =>
      job(run, `step_${link}`, link === 0 ? undefined : [`step_${link - 1}`]),
    ),
  diamond: (run) => [
    job(run, 'top'),
    job(run, 'left', ['top']),
    job(run, 'right', ['top']),
    job(run, 'bottom', ['left', 'right']),
  ],
  fan_in: (run, width) => {
    const items = Array.from({ length: width }, (_, item) => `item_${item}`);
    return [...items.map((ref) => job(run, ref)), job(run, 'join', items)];
  },
};
