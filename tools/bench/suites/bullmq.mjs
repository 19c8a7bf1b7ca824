import { startPostgres, startRedis } from '../databases.mjs';
import { verdict } from '../report.mjs';
import { ratioByRounds, rowsOf, takeTurns } from '../turns.mjs';

/** P4: the scheduler with BullMQ as its queue, against BullMQ alone. */

export const builds = ['packages/core', 'packages/knex', 'packages/memory', 'packages/bullmq'];

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const COUNT = 20_000;

const PLAIN = 'BullMQ';
const FORGETS = 'BullMQ, removes finished jobs';
const ON_POSTGRES = '@scheduler, history in PostgreSQL';
const IN_MEMORY = '@scheduler, history in memory';
const TARGETS = { [ON_POSTGRES]: 0.7, [IN_MEMORY]: 0.9 };

const ROWS = [
  { name: 'enqueue 10 in flight (jobs/s)', metric: 'inFlight' },
  { name: 'enqueue bulk of 500 (jobs/s)', metric: 'bulk' },
  { name: 'drain c=10 (jobs/s)', metric: 'drain10' },
  { name: 'drain c=100 (jobs/s)', metric: 'drain100' },
  { name: 'drain c=10 of what was enqueued 10 in flight (jobs/s)', metric: 'drainInFlight' },
  { name: 'drain c=10, node (CPU µs/job)', metric: 'nodeMicros' },
];

export async function run({ progress }) {
  const postgres = await startPostgres(progress);
  const redis = await startRedis(progress);
  try {
    const { medians, samples, failures } = await takeTurns({
      contestants: contestants(postgres, redis),
      rounds: ROUNDS,
      turn: measure,
      progress,
    });
    return {
      suite: 'bullmq',
      unit: 'jobs per second, and what a row says',
      contestants: Object.keys(medians),
      rows: rowsOf(medians, ROWS),
      verdicts: Object.entries(TARGETS).flatMap(([ours, target]) =>
        ['drain10', 'drain100'].map((metric) =>
          verdict(
            `P4 drain c=${metric.slice(5)}, ${ours.split(', ')[1]}, against BullMQ`,
            ratioByRounds(samples, metric, { of: ours, to: PLAIN }),
            target,
          ),
        ),
      ),
      notes: [postgres.durability, redis.durability, `medians of ${ROUNDS} rounds`, ...failures],
    };
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
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
  };
}

async function measure(side) {
  await side.measure('warmUp');
  const few = COUNT / 4;
  const inFlight = await side.measure('inFlight', { count: few, width: 10 });
  const drainInFlight = await side.measure('drain', { count: few, concurrency: 10 });
  const bulk = await side.measure('bulk', { count: COUNT, batch: 500 });
  const drain10 = await side.measure('drain', { count: COUNT, concurrency: 10 });
  await side.measure('bulk', { count: COUNT, batch: 500 });
  const drain100 = await side.measure('drain', { count: COUNT, concurrency: 100 });
  return {
    inFlight: inFlight.perSecond,
    bulk: bulk.perSecond,
    drain10: drain10.perSecond,
    drain100: drain100.perSecond,
    drainInFlight: drainInFlight.perSecond,
    nodeMicros: drain10.nodeMicros,
  };
}
