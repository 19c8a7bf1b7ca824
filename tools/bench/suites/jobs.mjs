import { startFiles, startMariadb, startPostgres } from '../databases.mjs';
import { verdict } from '../report.mjs';
import { ratioByRounds, rowsOf, spreadOf, takeTurns } from '../turns.mjs';

/** P1: executions of jobs, whose counters are counted with each of them, against those that were enqueued, on every SQL store. */

export const builds = ['packages/core', 'packages/knex'];
export const needsPeers = true;

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const WAITING = Number(process.env.BENCH_EXECUTIONS ?? 50_000);
const us = new URL('../sides/us.mjs', import.meta.url);

const METRICS = [
  { name: 'drain of enqueued ones (jobs/s)', metric: 'enqueued' },
  { name: 'drain of executions of jobs (jobs/s)', metric: 'ofJobs' },
  { name: 'enqueued, node (CPU µs/job)', metric: 'enqueuedNode' },
  { name: 'of jobs, node (CPU µs/job)', metric: 'ofJobsNode' },
  { name: 'enqueued, server (CPU µs/job)', metric: 'enqueuedServer' },
  { name: 'of jobs, server (CPU µs/job)', metric: 'ofJobsServer' },
];

export async function run({ progress }) {
  const files = startFiles();
  const postgres = await startPostgres(progress);
  const mariadb = await startMariadb(progress);
  try {
    const { medians, samples, failures } = await takeTurns({
      contestants: stores({ files, postgres, mariadb }),
      rounds: ROUNDS,
      turn: measure,
      progress,
    });
    return {
      suite: 'jobs',
      unit: 'jobs per second, and what a row says',
      contestants: Object.keys(medians),
      rows: rowsOf(medians, METRICS),
      verdicts: Object.keys(medians).map((store) =>
        verdict(`P1 ${store}, executions of jobs against enqueued ones`, ratioOf(samples[store]), 0.7),
      ),
      notes: [
        postgres.durability,
        `${WAITING} waiting, medians of ${ROUNDS} rounds`,
        ...spreadOf(samples, 'ofJobs'),
        ...failures,
      ],
    };
  } finally {
    files.stop();
    await Promise.all([postgres.stop(), mariadb.stop()]);
  }
}

function stores({ files, postgres, mariadb }) {
  const store = (name, connection, serverPid) => ({
    [name]: { module: us, options: async () => ({ connection: await connection() }), serverPid },
  });
  return {
    ...store('PostgreSQL', () => postgres.fresh('jobs'), postgres.serverPid),
    ...(mariadb.url === undefined ? {} : store('MariaDB', () => mariadb.url)),
    ...store('SQLite', () => `sqlite:${files.fresh('jobs')}`),
  };
}

async function measure(side) {
  await side.measure('warmUp');
  await side.measure('bulk', { count: WAITING, batch: 500 });
  const enqueued = await side.measure('drain', { count: WAITING, concurrency: 10 });
  await side.measure('fireJobs', { count: WAITING });
  const ofJobs = await side.measure('drain', { count: WAITING, concurrency: 10 });
  return {
    enqueued: enqueued.perSecond,
    enqueuedNode: enqueued.nodeMicros,
    enqueuedServer: enqueued.serverMicros,
    ofJobs: ofJobs.perSecond,
    ofJobsNode: ofJobs.nodeMicros,
    ofJobsServer: ofJobs.serverMicros,
  };
}

function ratioOf(rounds) {
  return ratioByRounds(
    {
      ofJobs: rounds.map(({ ofJobs }) => ({ rate: ofJobs })),
      enqueued: rounds.map(({ enqueued }) => ({ rate: enqueued })),
    },
    'rate',
    { of: 'ofJobs', to: 'enqueued' },
  );
}
