import { startFiles, startMariadb, startPostgres, startRedis } from '../databases.mjs';
import { percentile } from '../measure.mjs';
import { atMost, verdict } from '../report.mjs';
import { rowsOf, takeTurns } from '../turns.mjs';

/** P3: from enqueue to the start of the handler on PostgreSQL. P10: from the nominal instant to the start of the handler, on every store. */

export const builds = ['packages/core', 'packages/memory', 'packages/knex', 'packages/bullmq'];
export const needsPeers = true;

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const COUNT = 200;
const PAUSE_MS = 15;
const JOBS = 60;
const US = '@scheduler';
const GRAPHILE = 'graphile-worker';
const us = new URL('../sides/us.mjs', import.meta.url);

export async function run({ progress }) {
  const files = startFiles();
  const postgres = await startPostgres(progress);
  const mariadb = await startMariadb(progress);
  const redis = await startRedis(progress);
  try {
    const idle = await takeTurns({
      contestants: peers(postgres),
      rounds: ROUNDS,
      turn: measureLatency,
      progress,
    });
    const stores = await takeTurns({
      contestants: ours({ files, postgres, mariadb, redis }),
      rounds: ROUNDS,
      turn: measureLateness,
      progress: (text) => progress(`lateness, ${text}`),
    });
    return report(idle, stores, postgres.durability);
  } finally {
    files.stop();
    await Promise.all([postgres.stop(), mariadb.stop(), redis.stop()]);
  }
}

function peers(postgres) {
  const peer = (name, file, more = {}) => ({
    [name]: {
      module: new URL(`../peers/${file}`, import.meta.url),
      options: async () => ({ url: await postgres.fresh(name), ...more }),
    },
  });
  return {
    [US]: { module: us, options: async () => ({ connection: await postgres.fresh('us') }) },
    ...peer(GRAPHILE, 'graphile-worker.mjs'),
    ...peer('pg-boss', 'pg-boss.mjs'),
    ...peer('raw, batches', 'raw-postgres.mjs', { batch: 500 }),
  };
}

function ours({ files, postgres, mariadb, redis }) {
  const store = (name, connection, more = async () => ({})) => ({
    [name]: { module: us, options: async () => ({ connection: await connection(), ...(await more()) }) },
  });
  return {
    ...store('memory', () => 'memory'),
    ...store('SQLite', () => `sqlite:${files.fresh('us')}`),
    ...store('PostgreSQL', () => postgres.fresh('us')),
    ...store('MariaDB', () => {
      if (!mariadb.url) throw new Error('there is no MariaDB');
      return mariadb.url;
    }),
    ...store(
      'PostgreSQL + BullMQ',
      () => postgres.fresh('us'),
      async () => ({ redis: await redis.fresh() }),
    ),
    ...store('Redis', () => redis.fresh()),
  };
}

async function measureLatency(side, { another }) {
  const jobs = { count: COUNT, pauseMs: PAUSE_MS };
  const sameProcess = await side.measure('latency', jobs);
  await side.measure('receive');
  const sender = await another();
  await sender.measure('send', jobs);
  const otherProcess = await side.measure('received', jobs);
  return { ...spread('own', sameProcess), ...spread('foreign', otherProcess) };
}

async function measureLateness(side) {
  const scheduled = await side.measure('lateness', { jobs: JOBS });
  const enqueued = await side.measure('latenessOfEnqueued', { jobs: JOBS });
  return { ...spread('scheduled', scheduled), ...spread('enqueued', enqueued) };
}

function spread(name, { samples }) {
  return { [`${name}50`]: percentile(samples, 0.5), [`${name}99`]: percentile(samples, 0.99) };
}

function report(idle, stores, durability) {
  const ours = idle.medians[US];
  const rows = rowsOf(idle.medians, [
    { name: 'enqueue → handler, same process, p50 (ms)', metric: 'own50' },
    { name: 'enqueue → handler, same process, p99 (ms)', metric: 'own99' },
    { name: 'enqueue → handler, other process, p50 (ms)', metric: 'foreign50' },
    { name: 'enqueue → handler, other process, p99 (ms)', metric: 'foreign99' },
  ]);
  const lateRows = Object.entries(stores.medians).flatMap(([store, values]) =>
    rowsOf({ [US]: values }, [
      { name: `${store}: scheduled, late p50 (ms)`, metric: 'scheduled50' },
      { name: `${store}: scheduled, late p99 (ms)`, metric: 'scheduled99' },
      { name: `${store}: enqueued for later, late p99 (ms)`, metric: 'enqueued99' },
    ]),
  );
  return {
    suite: 'latency',
    unit: 'milliseconds, less is better',
    contestants: Object.keys(idle.medians),
    rows: [...rows, ...lateRows],
    verdicts: [
      verdict('P3 p50, graphile-worker against us', idle.medians[GRAPHILE].own50 / ours.own50, 1),
      atMost('P3 p99', ours.own99, 10, 'ms'),
      ...Object.entries(stores.medians).flatMap(([store, values]) => [
        atMost(`P10 ${store}, scheduled, p99`, values.scheduled99, 25, 'ms late'),
        atMost(`P10 ${store}, enqueued for later, p99`, values.enqueued99, 25, 'ms late'),
      ]),
    ],
    notes: [durability, ...idle.failures, ...stores.failures],
  };
}
