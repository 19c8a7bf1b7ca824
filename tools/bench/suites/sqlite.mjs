import { startFiles } from '../databases.mjs';
import { atMost, verdict } from '../report.mjs';
import { measureThroughput, THROUGHPUT } from '../throughput.mjs';
import { rowsOf, spreadOf, takeTurns } from '../turns.mjs';

/** P5: SQLite in a file, with the durability NORMAL (WAL) and FULL. */

export const builds = ['packages/core', 'packages/knex'];
export const needsPeers = true;

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SIZES = { oneByOne: 2_000, inFlight: 2_000, bulk: 20_000 };
const SLOW_SIZES = { oneByOne: 500, inFlight: 500, bulk: 2_000 };

const US = '@scheduler NORMAL';
const US_FULL = '@scheduler FULL';
const PLAINJOB = 'plainjob NORMAL';
const RAW_SINGLE_FULL = 'raw, 1 by 1, FULL';

export async function run({ progress }) {
  const files = startFiles();
  try {
    const { medians, samples, failures } = await takeTurns({
      contestants: contestants(files),
      rounds: ROUNDS,
      turn: (side, { name }) => measureThroughput(side, name === RAW_SINGLE_FULL ? SLOW_SIZES : SIZES),
      progress,
    });
    const against = (ours, peer) => medians[ours].drain10 / medians[peer].drain10;
    return {
      suite: 'sqlite',
      unit: 'jobs per second, and what a row says',
      contestants: Object.keys(medians),
      rows: rowsOf(medians, THROUGHPUT),
      verdicts: [
        verdict('P5 drain c=10 NORMAL against plainjob', against(US, PLAINJOB), 6),
        verdict('P5 drain c=10 FULL against raw 1 by 1 FULL', against(US_FULL, RAW_SINGLE_FULL), 20),
        atMost('P17 longest pause of the event loop', medians[US].pauseMs, 25, 'ms'),
      ],
      notes: [`medians of ${ROUNDS} rounds`, ...spreadOf(samples, 'drain10'), ...failures],
    };
  } finally {
    files.stop();
  }
}

function contestants(files) {
  const us = (name, settings = '') => ({
    [name]: {
      module: new URL('../sides/us.mjs', import.meta.url),
      options: async () => {
        const file = files.fresh('us');
        return { connection: `sqlite:${file}${settings}`, file };
      },
    },
  });
  const peer = (name, file, more = {}) => ({
    [name]: {
      module: new URL(`../peers/${file}`, import.meta.url),
      options: async () => ({ file: files.fresh(name), ...more }),
    },
  });
  return {
    // NORMAL is the default of the scheduler.
    ...us(US),
    ...us(US_FULL, '?synchronous=full'),
    ...peer(PLAINJOB, 'plainjob.mjs'),
    ...peer('raw, batches, NORMAL', 'raw-sqlite.mjs', { batch: 200, synchronous: 'NORMAL' }),
    ...peer('raw, batches, FULL', 'raw-sqlite.mjs', { batch: 200, synchronous: 'FULL' }),
    ...peer('raw, 1 by 1, NORMAL', 'raw-sqlite.mjs', { batch: 1, synchronous: 'NORMAL' }),
    ...peer(RAW_SINGLE_FULL, 'raw-sqlite.mjs', { batch: 1, synchronous: 'FULL' }),
  };
}
