import { startPostgresWithPooler } from '../databases.mjs';
import { verdict } from '../report.mjs';
import { measureThroughput, THROUGHPUT } from '../throughput.mjs';
import { ratioByRounds, rowsOf, takeTurns } from '../turns.mjs';

/** P13: PostgreSQL through PgBouncer in transaction mode, against PostgreSQL directly. */

export const builds = ['packages/core', 'packages/knex'];

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SIZES = { oneByOne: 500, inFlight: 2_000, bulk: 20_000 };
const LEAST = 0.85;

const DIRECT = 'directly';
const POOLED = 'through PgBouncer';

export async function run({ progress }) {
  const postgres = await startPostgresWithPooler(progress);
  try {
    const { medians, samples, failures } = await takeTurns({
      contestants: contestants(postgres),
      rounds: ROUNDS,
      turn: (side) => measureThroughput(side, SIZES),
      serverPid: postgres.serverPid,
      progress,
    });
    const ratio = (metric) => ratioByRounds(samples, metric, { of: POOLED, to: DIRECT });
    return {
      suite: 'pgbouncer',
      unit: 'jobs per second, and what a row says',
      contestants: Object.keys(medians),
      rows: rowsOf(medians, THROUGHPUT),
      verdicts: [
        verdict('P13 drain c=10 through PgBouncer', ratio('drain10'), LEAST),
        verdict('P13 drain c=50 through PgBouncer', ratio('drain50'), LEAST),
        verdict('P13 enqueue 10 in flight through PgBouncer', ratio('inFlight'), LEAST),
      ],
      notes: [`medians of ${ROUNDS} rounds`, postgres.durability, ...failures],
    };
  } finally {
    await postgres.stop();
  }
}

function contestants({ fresh, pooled }) {
  const us = (options) => ({ module: new URL('../sides/us.mjs', import.meta.url), options });
  return {
    [DIRECT]: us(async () => ({ connection: await fresh('direct') })),
    // What prepared statements are worth, which a pooler before PgBouncer 1.21 does not have.
    'directly, unprepared': us(async () => ({
      connection: await fresh('unprepared'),
      knexOptions: { preparedStatements: false },
    })),
    [POOLED]: us(async () => {
      const directUrl = await fresh('pooled');
      return { connection: pooled(directUrl), knexOptions: { directUrl } };
    }),
  };
}
