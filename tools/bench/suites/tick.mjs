import { startFiles, startPostgres } from '../databases.mjs';
import { median } from '../measure.mjs';
import { atLeast, atMost } from '../report.mjs';
import { Side } from '../sides/side.mjs';

/** P8: the cost of a tick depends on what is due, not on what is stored. */

export const builds = ['packages/core', 'packages/knex'];
export const needsPeers = true;

const SIZES = (process.env.BENCH_SCHEDULES ?? '10000,100000,1000000').split(',').map(Number);
const ROUNDS = 15;
const DUE = 100;
const CROWD = Math.min(100_000, Math.max(...SIZES));
const us = new URL('../sides/us.mjs', import.meta.url);
const words = (count) => count.toLocaleString('en-US');

export async function run({ progress }) {
  const postgres = await startPostgres(progress);
  const files = startFiles();
  const stores = {
    PostgreSQL: (name) => postgres.fresh(name),
    SQLite: async (name) => `sqlite:${files.fresh(name)}`,
  };
  try {
    const results = {};
    const notes = [postgres.durability];
    for (const [store, fresh] of Object.entries(stores)) {
      try {
        results[store] = await measureStore(fresh, (text) => progress(`${store}: ${text}`));
      } catch (error) {
        notes.push(`${store} could not be measured: ${error.message.split('\n')[0]}`);
      }
    }
    return report(results, notes);
  } finally {
    files.stop();
    await postgres.stop();
  }
}

async function measureStore(fresh, progress) {
  const result = { ticks: {}, idle: {}, page: {} };
  const sides = new Map();
  try {
    for (const size of SIZES) {
      progress(`storing ${words(size)} schedules`);
      const side = new Side();
      sides.set(size, side);
      await side.open(us, { connection: await fresh(`tick_${size}`) });
      await side.measure('fillSchedules', { schedules: size });
      await side.measure('tickDue', { due: DUE });
    }
    progress(`${ROUNDS} ticks of each size in turn`);
    for (const [metric, operation] of [
      ['ticks', 'tickDue'],
      ['idle', 'tickIdle'],
      ['page', 'firstPage'],
    ]) {
      result[metric] = await inTurn(sides, operation);
    }
    progress(`${words(CROWD)} due at once`);
    const side = new Side();
    sides.set('crowd', side);
    await side.open(us, { connection: await fresh('tick_crowd') });
    result.fired = (await side.measure('fireAll', { due: CROWD })).perSecond;
    return result;
  } finally {
    await Promise.all([...sides.values()].map((side) => side.close().catch(() => {})));
  }
}

async function inTurn(sides, operation) {
  const samples = Object.fromEntries(SIZES.map((size) => [size, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [size, side] of sides) samples[size].push((await side.measure(operation, { due: DUE })).ms);
  }
  return Object.fromEntries(SIZES.map((size) => [size, median(samples[size])]));
}

function report(results, notes) {
  const stores = ['PostgreSQL', 'SQLite'];
  const row = (name, value) => ({
    name,
    values: Object.fromEntries(Object.entries(results).map(([store, result]) => [store, value(result)])),
  });
  const each = (title, metric) =>
    SIZES.map((size) => row(`${title}, ${words(size)} stored (ms)`, (result) => result[metric][size]));
  const [least, most] = [Math.min(...SIZES), Math.max(...SIZES)];
  return {
    suite: 'tick',
    unit: 'milliseconds, and what a row says',
    contestants: stores,
    rows: [
      ...each(`tick with ${DUE} due`, 'ticks'),
      ...each('tick with nothing due', 'idle'),
      ...each('first page of the list', 'page'),
      row(`${words(CROWD)} due at once (fired/s)`, ({ fired }) => fired),
    ],
    verdicts: [
      ...stores.map((store) => {
        const ticks = results[store]?.ticks;
        return atMost(
          `P8 ${store}, tick at ${words(most)} against ${words(least)}`,
          ticks?.[most] / ticks?.[least],
          1.5,
        );
      }),
      atLeast(`P8 PostgreSQL, ${words(CROWD)} due at once`, results.PostgreSQL?.fired, 10_000, 'fired/s'),
      atMost(`PostgreSQL, first page of ${words(most)}`, results.PostgreSQL?.page[most], 100, 'ms'),
    ],
    notes,
  };
}
