import { startFiles, startPostgres } from '../databases.mjs';
import { atMost, verdict } from '../report.mjs';
import { Side } from '../sides/side.mjs';

/** P11: what has ended must not slow down what waits. The same process drains as many jobs with ever more ended ones in the table. */

export const builds = ['packages/core', 'packages/knex'];
export const needsPeers = true;

const ENDED = Number(process.env.BENCH_ENDED ?? 1_000_000);
const COUNT = Math.min(100_000, ENDED / 2);
const us = new URL('../sides/us.mjs', import.meta.url);
const words = (count) => count.toLocaleString('en-US');

const METRICS = [
  { name: 'enqueue bulk of 500 (jobs/s)', metric: 'bulk' },
  { name: 'drain c=10 (jobs/s)', metric: 'drain' },
  { name: 'drain c=10, node and server (CPU µs/job)', metric: 'micros' },
  { name: 'drain c=10, log of the server (bytes/job)', metric: 'walBytes' },
];

export async function run({ progress }) {
  const files = startFiles();
  const postgres = await startPostgres(progress);
  const stores = {
    PostgreSQL: { connection: await postgres.fresh('full'), server: postgres },
    SQLite: { connection: `sqlite:${files.fresh('full')}`, server: {} },
  };
  try {
    const results = {};
    for (const [store, parts] of Object.entries(stores))
      results[store] = await measureStore(parts, (text) => progress(`${store}: ${text}`));
    return report(results, postgres.durability);
  } finally {
    files.stop();
    await postgres.stop();
  }
}

async function measureStore({ connection, server }, progress) {
  const side = new Side(server);
  const rounds = [];
  try {
    await side.open(us, { connection });
    await side.measure('warmUp');
    for (let ended = 0; ended <= ENDED; ended += COUNT) {
      progress(`${words(ended)} of ${words(ENDED)} ended`);
      const bulk = await side.measure('bulk', { count: COUNT, batch: 500 });
      const drain = await side.measure('drain', { count: COUNT, concurrency: 10 });
      rounds.push({
        bulk: bulk.perSecond,
        drain: drain.perSecond,
        micros: drain.nodeMicros + (drain.serverMicros ?? 0),
        walBytes: drain.walBytes,
      });
    }
  } finally {
    await side.close().catch(() => {});
  }
  return { first: rounds[0], last: rounds.at(-1) };
}

function report(results, durability) {
  const entries = Object.entries(results);
  const rows = METRICS.flatMap(({ name, metric }) =>
    ['first', 'last'].map((round) => ({
      name: `${round === 'first' ? 'none' : words(ENDED)} ended: ${name}`,
      values: Object.fromEntries(
        entries.flatMap(([store, result]) => {
          const value = result[round][metric];
          return Number.isFinite(value) ? [[store, value]] : [];
        }),
      ),
    })),
  );
  return {
    suite: 'full',
    unit: 'jobs per second, and what a row says',
    contestants: Object.keys(results),
    rows: rows.filter(({ values }) => Object.keys(values).length > 0),
    verdicts: entries.flatMap(([store, { first, last }]) => [
      verdict(`P11 ${store}, drain with ${words(ENDED)} ended against none`, last.drain / first.drain, 0.9),
      verdict(`P11 ${store}, enqueue with ${words(ENDED)} ended against none`, last.bulk / first.bulk, 0.9),
      atMost(
        `P11 ${store}, processor time with ${words(ENDED)} ended against none`,
        last.micros / first.micros,
        1.1,
      ),
    ]),
    notes: [durability],
  };
}
