import { startPostgres } from '../databases.mjs';
import { atMost, verdict } from '../report.mjs';
import { measureThroughput, THROUGHPUT } from '../throughput.mjs';
import { ratioByRounds, rowsOf, spreadOf, takeTurns } from '../turns.mjs';

/** P1 and P2: the scheduler on PostgreSQL with its defaults, against tuned peers and against plain SQL. */

export const builds = ['packages/core', 'packages/knex'];
export const needsPeers = true;
/** What the scheduler can be measured with, against the scheduler without: `--policies` and `--event-log`. */
const VARIANTS = {
  policies: { name: '@scheduler, all policies on', options: { policies: true }, target: 0.9 },
  'event-log': {
    name: '@scheduler, event log on',
    options: { knexOptions: { eventLog: true } },
    target: 0.8,
  },
};
export const knownFlags = Object.keys(VARIANTS);

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SIZES = { oneByOne: 500, inFlight: 2_000, bulk: 30_000, many: 100_000 };
const SLOW_SIZES = { oneByOne: 500, inFlight: 2_000, bulk: 5_000 };
/** Larger sizes, because a difference of a few percent shows only over a longer time. */
const VARIANT_SIZES = { ...SLOW_SIZES, bulk: 50_000 };
const VARIANT_ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);

const US = '@scheduler';
const GRAPHILE = 'graphile-worker';
const GRAPHILE_2000 = 'graphile-worker, buffer 2,000';
const BOSS = 'pg-boss';
const RAW = 'raw, batches';
const RAW_SINGLE = 'raw, 1 by 1';

export async function run({ progress, flags }) {
  const variants = knownFlags.filter((flag) => flags.has(flag)).map((flag) => VARIANTS[flag]);
  const alone = variants.length > 0;
  const postgres = await startPostgres(progress);
  try {
    const rounds = alone ? VARIANT_ROUNDS : ROUNDS;
    const { medians, samples, failures } = await takeTurns({
      contestants: alone ? oursOnly(postgres, variants) : contestants(postgres),
      rounds,
      turn: (side, { name }) => measureThroughput(side, sizesOf(name, alone)),
      serverPid: postgres.serverPid,
      walBytes: postgres.walBytes,
      progress,
    });
    return {
      suite: 'postgres',
      unit: 'jobs per second, and what a row says',
      contestants: Object.keys(medians),
      rows: rowsOf(medians, THROUGHPUT),
      verdicts: alone ? variants.flatMap((each) => variantVerdicts(samples, each)) : verdicts(medians),
      notes: [
        postgres.durability,
        `medians of ${rounds} rounds`,
        ...['drain10', 'drain50'].flatMap((metric) => spreadOf(samples, metric)),
        ...failures,
      ],
    };
  } finally {
    await postgres.stop();
  }
}

function ours(postgres, options = {}) {
  return {
    module: new URL('../sides/us.mjs', import.meta.url),
    options: async () => ({ connection: await postgres.fresh('us'), ...options }),
  };
}

function oursOnly(postgres, variants) {
  const besides = variants.map(({ name, options }) => [name, ours(postgres, options)]);
  return { [US]: ours(postgres), ...Object.fromEntries(besides) };
}

function sizesOf(name, alone) {
  if (alone) return VARIANT_SIZES;
  return name === RAW_SINGLE ? SLOW_SIZES : SIZES;
}

function variantVerdicts(samples, { name, target }) {
  return ['drain10', 'drain50'].map((metric) =>
    verdict(
      `drain c=${metric.slice(5)}, ${name} against without`,
      ratioByRounds(samples, metric, { of: name, to: US }),
      target,
    ),
  );
}

function contestants(postgres) {
  const peer = (name, file, more = {}) => ({
    [name]: {
      module: new URL(`../peers/${file}`, import.meta.url),
      options: async () => ({ url: await postgres.fresh(name), ...more }),
    },
  });
  return {
    [US]: ours(postgres),
    ...peer(GRAPHILE, 'graphile-worker.mjs'),
    ...peer(GRAPHILE_2000, 'graphile-worker.mjs', { buffer: 2_000 }),
    ...peer(BOSS, 'pg-boss.mjs'),
    ...peer(RAW, 'raw-postgres.mjs', { batch: 500 }),
    ...peer(RAW_SINGLE, 'raw-postgres.mjs', { batch: 1 }),
  };
}

function verdicts(medians) {
  const against = (peer, metric) => medians[US][metric] / medians[peer][metric];
  const titles = { drain10: 'P1 drain c=10', drain50: 'P1 drain c=50', drainMany: 'P1 drain of 100,000' };
  const drains = Object.entries(titles).flatMap(([metric, title]) => {
    return [
      verdict(`${title} against graphile-worker tuned`, against(GRAPHILE, metric), 1.3),
      verdict(`${title} against graphile-worker with a buffer of 2,000`, against(GRAPHILE_2000, metric), 1.1),
      verdict(`${title} against pg-boss tuned`, against(BOSS, metric), 2),
      verdict(`${title} against the raw limit`, against(RAW, metric), 0.6),
    ];
  });
  return [
    ...drains,
    atMost('P14 log of a drain against the raw limit', against(RAW, 'walBytes'), 1.2),
    atMost('P17 longest pause of the event loop', medians[US].pauseMs, 25, 'ms'),
    verdict('P2 enqueue 1 by 1 against graphile-worker', against(GRAPHILE, 'oneByOne'), 2),
    verdict('P2 enqueue 10 in flight against graphile-worker', against(GRAPHILE, 'inFlight'), 12),
    verdict('P2 enqueue bulk against graphile-worker', against(GRAPHILE, 'bulk'), 1.3),
  ];
}
