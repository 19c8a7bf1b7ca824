import { startPostgres, startRedis } from '../databases.mjs';
import { atMost, verdict } from '../report.mjs';
import { ratioByRounds, rowsOf, takeTurns } from '../turns.mjs';
import {
  BULLMQ,
  contestantsOf,
  DBOS,
  ON_POSTGRES,
  ON_REDIS,
  OPENWORKFLOW,
} from '../workflow-contestants.mjs';

/** Graphs of steps against our own plain drain, and against peers that have workflows, in the same run. */

export const builds = [
  'packages/core',
  'packages/knex',
  'packages/memory',
  'packages/redis',
  'packages/workflow',
];
export const needsPeers = true;

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const RUNS = Number(process.env.BENCH_RUNS ?? 1_000);
const WIDTH = RUNS * 10;
const LINKS = 10;
const PACED_RUNS = 50;
const CONCURRENCY = 10;

/** How many functions each shape calls: the third step of a compensation fails, and two rollbacks follow. */
const SHAPES = {
  chain: { runs: RUNS, count: RUNS * LINKS },
  diamond: { runs: RUNS, count: RUNS * 4 },
  fan_in: { runs: 1, width: WIDTH, count: WIDTH + 1 },
  compensation: { runs: RUNS, count: RUNS * 5 },
};
const NAMES = {
  chain: `chain of ${LINKS} × ${RUNS}`,
  diamond: `diamond × ${RUNS}`,
  fan_in: `fan-in of ${WIDTH}`,
  compensation: `compensation × ${RUNS}`,
};

const ROWS = [
  { name: 'plain drain c=10 (jobs/s)', metric: 'plain' },
  ...Object.entries(NAMES).map(([metric, name]) => ({ name: `${name} (steps/s)`, metric })),
  ...Object.entries(NAMES).map(([metric, name]) => ({
    name: `${name}, with its start (steps/s)`,
    metric: `${metric}Whole`,
  })),
  { name: 'step to step, p50 (ms)', metric: 'p50' },
  { name: 'step to step, p99 (ms)', metric: 'p99' },
  { name: 'plain drain, node (CPU µs/job)', metric: 'plainNodeMicros' },
  { name: 'plain drain, server (CPU µs/job)', metric: 'plainServerMicros' },
  ...Object.keys(SHAPES).flatMap((shape) => [
    { name: `${shape}, node (CPU µs/step)`, metric: `${shape}NodeMicros` },
    { name: `${shape}, server (CPU µs/step)`, metric: `${shape}ServerMicros` },
  ]),
];

const TARGET_SHARE = 0.5;
const TARGET_P50_MS = 5;
/** At least so many times as fast as workflows that are functions. */
const TARGET_FUNCTIONS = 5;
const TARGET_FLOWS = 1;

export async function run({ progress }) {
  const postgres = await startPostgres(progress);
  const redis = await startRedis(progress);
  const contestants = contestantsOf(postgres, redis, CONCURRENCY);
  try {
    const { medians, samples, failures } = await takeTurns({
      contestants,
      rounds: ROUNDS,
      turn: (side, { name }) => measure(side, contestants[name]),
      progress,
    });
    return {
      suite: 'workflow',
      unit: 'steps per second, and what a row says',
      contestants: Object.keys(medians),
      rows: rowsOf(medians, ROWS),
      verdicts: verdicts(medians, samples),
      notes: [
        postgres.durability,
        redis.durability,
        `medians of ${ROUNDS} rounds`,
        ...Object.values(contestants).flatMap(({ note }) => note ?? []),
        ...failures,
      ],
    };
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}

function verdicts(medians, samples) {
  const against = (shapes, { of, to, least, withStart = false }) =>
    shapes.map((shape) => {
      const metric = withStart ? `${shape}Whole` : shape;
      const name = `${NAMES[shape]}${withStart ? ' with its start' : ''}, ${of} against ${to}`;
      return verdict(name, ratioByRounds(samples, metric, { of, to }), least);
    });
  return [
    ...Object.keys(SHAPES).map((shape) =>
      verdict(`${NAMES[shape]} against our plain drain`, shareOfPlain(samples, shape), TARGET_SHARE),
    ),
    ...against(['chain', 'diamond', 'compensation'], {
      of: ON_POSTGRES,
      to: OPENWORKFLOW,
      least: TARGET_FUNCTIONS,
    }),
    ...against(Object.keys(SHAPES), { of: ON_POSTGRES, to: DBOS, least: TARGET_FUNCTIONS }),
    ...against(['chain', 'fan_in'], { of: ON_REDIS, to: BULLMQ, least: TARGET_FLOWS }),
    ...against(['chain', 'fan_in'], { of: ON_REDIS, to: BULLMQ, least: TARGET_FLOWS, withStart: true }),
    atMost('step to step, p50', medians[ON_POSTGRES].p50, TARGET_P50_MS, 'ms'),
  ];
}

function shareOfPlain(samples, shape) {
  const alike = { plain: samples[ON_POSTGRES].map(({ plain }) => ({ [shape]: plain })) };
  return ratioByRounds({ ...samples, ...alike }, shape, { of: ON_POSTGRES, to: 'plain' });
}

async function measure(side, { shapes, hasPlain = false, isSlow = false }) {
  const plain = hasPlain ? await measurePlain(side) : {};
  const concurrency = CONCURRENCY;
  const few = Math.ceil(RUNS / 10);
  if (!isSlow)
    await side.measure('drainFlows', { shape: 'chain', runs: few, count: few * LINKS, concurrency });
  const paced = await side.measure('stepToStep', {
    runs: isSlow ? 1 : PACED_RUNS,
    links: LINKS,
    concurrency,
  });
  const metrics = {};
  for (const shape of shapes) {
    const measured = await side.measure('drainFlows', { shape, ...SHAPES[shape], concurrency });
    metrics[shape] = measured.perSecond;
    metrics[`${shape}Whole`] = measured.wholePerSecond;
    metrics[`${shape}NodeMicros`] = measured.nodeMicros;
    metrics[`${shape}ServerMicros`] = measured.serverMicros;
  }
  return { ...plain, ...paced, ...metrics };
}

async function measurePlain(side) {
  await side.measure('warmUp');
  await side.measure('bulk', { count: WIDTH, batch: 500 });
  const plain = await side.measure('drain', { count: WIDTH, concurrency: CONCURRENCY });
  return {
    plain: plain.perSecond,
    plainNodeMicros: plain.nodeMicros,
    plainServerMicros: plain.serverMicros,
  };
}
