import { startPostgres, startRedis } from '../databases.mjs';
import { verdict } from '../report.mjs';
import { ratioByRounds, rowsOf, takeTurns } from '../turns.mjs';

/** P4: the scheduler with BullMQ as its queue, and on Redis alone, against BullMQ. */

export const builds = [
  'packages/core',
  'packages/knex',
  'packages/memory',
  'packages/redis',
  'packages/bullmq',
];

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const COUNT = Number(process.env.BENCH_JOBS ?? 20_000);

const PLAIN = 'BullMQ';
const FORGETS = 'BullMQ, removes finished jobs';
const ON_POSTGRES = '@scheduler, history in PostgreSQL';
const IN_MEMORY = '@scheduler, history in memory';
const ON_REDIS = '@scheduler, Redis alone';
const DRAINS = ['drain10', 'drain100', 'drainOneByOne'];
/** What each of ours has to reach of BullMQ, and in what. */
const TARGETS = {
  [ON_POSTGRES]: { ratio: 0.7, metrics: ['oneByOne', ...DRAINS] },
  [IN_MEMORY]: { ratio: 0.9, metrics: ['oneByOne', ...DRAINS] },
  [ON_REDIS]: { ratio: 0.9, metrics: DRAINS },
};

const ROWS = [
  { name: 'enqueue 1 by 1 (jobs/s)', metric: 'oneByOne' },
  { name: 'enqueue 10 in flight (jobs/s)', metric: 'inFlight' },
  { name: 'enqueue bulk of 500 (jobs/s)', metric: 'bulk' },
  { name: 'drain c=10 (jobs/s)', metric: 'drain10' },
  { name: 'drain c=100 (jobs/s)', metric: 'drain100' },
  { name: 'drain c=10 of what was enqueued 1 by 1 (jobs/s)', metric: 'drainOneByOne' },
  { name: 'drain c=10 of what was enqueued 10 in flight (jobs/s)', metric: 'drainInFlight' },
  { name: 'enqueue 1 by 1, node (CPU µs/job)', metric: 'oneByOneNode' },
  { name: 'enqueue 1 by 1, Redis (CPU µs/job)', metric: 'oneByOneServer' },
  { name: 'drain c=10, node (CPU µs/job)', metric: 'nodeMicros' },
  { name: 'drain c=10, Redis (CPU µs/job)', metric: 'serverMicros' },
];

export async function run({ progress }) {
  const postgres = await startPostgres(progress);
  const redis = await startRedis(progress);
  try {
    const { medians, samples, failures } = await takeTurns({
      contestants: contestants(postgres, redis),
      rounds: ROUNDS,
      turn: measure,
      serverPid: redis.serverPid,
      progress,
    });
    return {
      suite: 'bullmq',
      unit: 'jobs per second, and what a row says',
      contestants: Object.keys(medians),
      rows: rowsOf(medians, ROWS),
      verdicts: Object.entries(TARGETS).flatMap(([ours, { ratio, metrics }]) =>
        metrics.map((metric) =>
          verdict(
            `P4 ${nameOf(metric)}, ${ours.split(', ')[1]}, against BullMQ`,
            ratioByRounds(samples, metric, { of: ours, to: PLAIN }),
            ratio,
          ),
        ),
      ),
      notes: [postgres.durability, redis.durability, `medians of ${ROUNDS} rounds`, ...failures],
    };
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}

function nameOf(wanted) {
  return ROWS.find(({ metric }) => metric === wanted).name.replace(' (jobs/s)', '');
}

function contestants(postgres, redis) {
  const ours = (connection) => ({
    module: new URL('../sides/us.mjs', import.meta.url),
    options: async () => ({ connection: await connection(), redis: await redis.fresh() }),
  });
  const plain = (more = {}) => ({
    module: new URL('../peers/bullmq.mjs', import.meta.url),
    options: async () => ({ url: await redis.fresh(), ...more }),
  });
  return {
    [PLAIN]: plain(),
    [FORGETS]: plain({ keeps: false }),
    [ON_POSTGRES]: ours(() => postgres.fresh('us')),
    [IN_MEMORY]: ours(async () => 'memory'),
    [ON_REDIS]: {
      module: new URL('../sides/us.mjs', import.meta.url),
      options: async () => ({ connection: await redis.fresh() }),
    },
  };
}

async function measure(side) {
  await side.measure('warmUp');
  const few = COUNT / 4;
  const oneByOne = await side.measure('oneByOne', { count: few });
  const drainOneByOne = await side.measure('drain', { count: few, concurrency: 10 });
  const inFlight = await side.measure('inFlight', { count: few, width: 10 });
  const drainInFlight = await side.measure('drain', { count: few, concurrency: 10 });
  const bulk = await side.measure('bulk', { count: COUNT, batch: 500 });
  const drain10 = await side.measure('drain', { count: COUNT, concurrency: 10 });
  await side.measure('bulk', { count: COUNT, batch: 500 });
  const drain100 = await side.measure('drain', { count: COUNT, concurrency: 100 });
  return {
    oneByOne: oneByOne.perSecond,
    oneByOneNode: oneByOne.nodeMicros,
    oneByOneServer: oneByOne.serverMicros,
    drainOneByOne: drainOneByOne.perSecond,
    inFlight: inFlight.perSecond,
    bulk: bulk.perSecond,
    drain10: drain10.perSecond,
    drain100: drain100.perSecond,
    drainInFlight: drainInFlight.perSecond,
    nodeMicros: drain10.nodeMicros,
    serverMicros: drain10.serverMicros,
  };
}
