import { startPostgres } from '../databases.mjs';
import { checkOut } from '../other-commit.mjs';
import { atMost } from '../report.mjs';
import { ratioByRounds, rowsOf, spreadOf, takeTurns } from '../turns.mjs';

/**
 * This commit against another one, in turns: `BENCH_AGAINST=<commit> npm run bench -- guard`. Judged by processor time and log of a job, which
 * vary little on a busy machine; the rates are shown beside them.
 */

export const builds = ['packages/core', 'packages/memory', 'packages/knex'];
export const needsPeers = true;

const AGAINST = process.env.BENCH_AGAINST ?? 'HEAD~1';
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const JOBS = Number(process.env.BENCH_EXECUTIONS ?? 30_000);
/** By how much a job may cost more than before. */
const MOST = 1.07;
const STORES = ['PostgreSQL', 'SQLite', 'memory'];
const us = '../sides/us.mjs';

export async function run({ progress }) {
  progress(`checking out and building ${AGAINST}`);
  const other = checkOut(AGAINST, builds);
  let postgres;
  try {
    postgres = await startPostgres(progress);
    const modules = {
      now: new URL(us, import.meta.url),
      before: new URL('tools/bench/sides/us.mjs', other.url),
    };
    const { medians, samples, failures } = await takeTurns({
      contestants: contestants(modules, { postgres, folder: other.folder }),
      rounds: ROUNDS,
      turn: measure,
      progress,
    });
    return report({ medians, samples, notes: [postgres.durability, `against ${other.commit}`, ...failures] });
  } finally {
    await postgres?.stop();
    other.remove();
  }
}

function contestants(modules, { postgres, folder }) {
  let files = 0;
  const connections = {
    PostgreSQL: () => postgres.fresh('guard'),
    SQLite: () => `sqlite:${folder}/guard-${(files += 1)}.db`,
    memory: () => 'memory',
  };
  const entries = STORES.flatMap((store) =>
    Object.entries(modules).map(([side, module]) => [
      `${store} ${side}`,
      {
        module,
        options: async () => ({ connection: await connections[store]() }),
        ...(store === 'PostgreSQL' && { serverPid: postgres.serverPid, walBytes: postgres.walBytes }),
      },
    ]),
  );
  return Object.fromEntries(entries);
}

async function measure(side) {
  await side.measure('warmUp');
  const bulk = await side.measure('bulk', { count: JOBS, batch: 500 });
  const drain = await side.measure('drain', { count: JOBS, concurrency: 10 });
  const micros = ({ nodeMicros, serverMicros = 0 }) => nodeMicros + serverMicros;
  return {
    bulk: bulk.perSecond,
    drain: drain.perSecond,
    bulkMicros: micros(bulk),
    drainMicros: micros(drain),
    walBytes: drain.walBytes,
  };
}

const METRICS = [
  { name: 'enqueue bulk of 500 (jobs/s)', metric: 'bulk' },
  { name: 'drain c=10 (jobs/s)', metric: 'drain' },
  { name: 'enqueue bulk (CPU µs/job)', metric: 'bulkMicros' },
  { name: 'drain c=10 (CPU µs/job)', metric: 'drainMicros' },
  { name: 'drain c=10, log of the server (bytes/job)', metric: 'walBytes' },
];

function report({ medians, samples, notes }) {
  const judged = ['bulkMicros', 'drainMicros', 'walBytes'];
  const verdicts = STORES.flatMap((store) =>
    METRICS.filter(({ metric }) => judged.includes(metric)).flatMap(({ name, metric }) => {
      if (metric === 'walBytes' && store !== 'PostgreSQL') return [];
      const pair = { of: `${store} now`, to: `${store} before` };
      return [atMost(`${store}, ${name}`, ratioByRounds(samples, metric, pair), MOST)];
    }),
  );
  return {
    suite: 'guard',
    unit: 'jobs per second, and what a row says',
    contestants: Object.keys(medians),
    rows: rowsOf(medians, METRICS),
    verdicts,
    notes: [`medians of ${ROUNDS} rounds`, ...spreadOf(samples, 'drain'), ...notes],
  };
}
