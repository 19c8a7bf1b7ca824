import { startPostgres, startRedis } from '../databases.mjs';
import { median } from '../measure.mjs';
import { atMost, verdict } from '../report.mjs';
import { rowsOf, takeTurns } from '../turns.mjs';

/** Graphs of steps against our own plain drain in the same run, with flows of BullMQ on Redis beside it. */

export const builds = [
  'packages/core',
  'packages/knex',
  'packages/memory',
  'packages/redis',
  'packages/workflow',
];

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const RUNS = Number(process.env.BENCH_RUNS ?? 1_000);
const WIDTH = RUNS * 10;
const LINKS = 10;
const PACED_RUNS = 50;
const CONCURRENCY = 10;

const OURS = '@scheduler on PostgreSQL';
const BULLMQ = 'BullMQ flows on Redis';

/** How many functions each shape calls: the third step of a compensation fails, and two rollbacks follow. */
const SHAPES = {
  chain: { runs: RUNS, count: RUNS * LINKS },
  diamond: { runs: RUNS, count: RUNS * 4 },
  fan_in: { runs: 1, width: WIDTH, count: WIDTH + 1 },
  compensation: { runs: RUNS, count: RUNS * 5 },
};

const ROWS = [
  { name: 'plain drain c=10 (jobs/s)', metric: 'plain' },
  { name: `chain of ${LINKS} × ${RUNS} (steps/s)`, metric: 'chain' },
  { name: `diamond × ${RUNS} (steps/s)`, metric: 'diamond' },
  { name: `fan-in of ${WIDTH} (steps/s)`, metric: 'fan_in' },
  { name: `compensation × ${RUNS} (steps/s)`, metric: 'compensation' },
  { name: 'step to step, p50 (ms)', metric: 'p50' },
  { name: 'step to step, p99 (ms)', metric: 'p99' },
  { name: 'plain drain, node (CPU µs/job)', metric: 'plainNodeMicros' },
  { name: 'chain, node (CPU µs/step)', metric: 'nodeMicros' },
  { name: 'chain, server (CPU µs/step)', metric: 'serverMicros' },
];

const TARGET_SHARE = 0.5;
const TARGET_P50_MS = 5;

export async function run({ progress }) {
  const postgres = await startPostgres(progress);
  const redis = await startRedis(progress);
  try {
    const { medians, samples, failures } = await takeTurns({
      contestants: contestants(postgres, redis),
      rounds: ROUNDS,
      turn: (side, { name }) => (name === OURS ? measureOurs(side) : measureFlows(side, ['chain', 'fan_in'])),
      serverPid: postgres.serverPid,
      progress,
    });
    return {
      suite: 'workflow',
      unit: 'steps per second, and what a row says',
      contestants: Object.keys(medians),
      rows: rowsOf(medians, ROWS),
      verdicts: verdicts(medians, samples),
      notes: [postgres.durability, redis.durability, `medians of ${ROUNDS} rounds`, ...failures],
    };
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}

function contestants(postgres, redis) {
  return {
    [OURS]: {
      module: new URL('../sides/workflows.mjs', import.meta.url),
      options: async () => ({ connection: await postgres.fresh('workflows') }),
    },
    [BULLMQ]: {
      module: new URL('../peers/bullmq-flows.mjs', import.meta.url),
      options: async () => ({ url: await redis.fresh() }),
    },
  };
}

function verdicts(medians, samples) {
  const shareOf = (shape) => median(samples[OURS].map((sample) => sample[shape] / sample.plain));
  return [
    ...Object.keys(SHAPES).map((shape) =>
      verdict(`${shape} against our plain drain`, shareOf(shape), TARGET_SHARE),
    ),
    atMost('step to step, p50', medians[OURS].p50, TARGET_P50_MS, 'ms'),
  ];
}

async function measureOurs(side) {
  await side.measure('warmUp');
  await side.measure('bulk', { count: WIDTH, batch: 500 });
  const plain = await side.measure('drain', { count: WIDTH, concurrency: CONCURRENCY });
  const { chainServerMicros, ...flows } = await measureFlows(side, Object.keys(SHAPES));
  const server = chainServerMicros === undefined ? {} : { serverMicros: chainServerMicros };
  return { plain: plain.perSecond, plainNodeMicros: plain.nodeMicros, ...flows, ...server };
}

async function measureFlows(side, shapes) {
  const few = Math.ceil(RUNS / 10);
  const concurrency = CONCURRENCY;
  await side.measure('drainFlows', { shape: 'chain', runs: few, count: few * LINKS, concurrency });
  const paced = await side.measure('stepToStep', { runs: PACED_RUNS, links: LINKS, concurrency });
  const speeds = {};
  let chain = {};
  for (const shape of shapes) {
    const measured = await side.measure('drainFlows', { shape, ...SHAPES[shape], concurrency });
    speeds[shape] = measured.perSecond;
    if (shape === 'chain') chain = measured;
  }
  return { ...speeds, ...paced, nodeMicros: chain.nodeMicros, chainServerMicros: chain.serverMicros };
}
