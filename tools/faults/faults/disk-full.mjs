import { childProcesses } from '@scheduler/services';
import { limitFiles, whyNoFileLimit } from '../harness/file-limit.mjs';
import { linesSaying } from '../harness/logs.mjs';
import { startOwnServer } from '../harness/own-server.mjs';
import { between } from '../workload/draw.mjs';

const MIB = 1024 ** 2;

/**
 * Files cannot be extended: by the server, whose log stays writable as on a disk of its own, or by the workers themselves on SQLite.
 * Reads go on, some writes still find room, all others fail.
 */
export const fault = {
  name: 'disk-full',
  title: 'disk full: files cannot be extended',
  stores: ['sqlite', 'postgres'],
  queues: ['store'],
  promises: 'no false success, H',
  harm: 'failures',
  whyNot: whyNoFileLimit,
  startServer: startOwnServer,
  prepare: (scene) => STORES[scene.store].prepare(scene),

  async inflict(scene) {
    const { pids, bytes } = STORES[scene.store];
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 500, 1_500));
      limitFiles(pids(scene), bytes);
      scene.count('fills');
      await scene.sleep(between(scene.random, 1_000, 5_000));
      limitFiles(pids(scene), 'unlimited');
    }
  },

  verify(scene) {
    scene.count('failures', linesSaying(scene, STORES[scene.store].says));
    return [];
  },
};

const STORES = {
  sqlite: {
    prepare: () => undefined,
    pids: ({ workers }) => workers.running.map(({ pid }) => pid),
    // Less than the log of one transaction.
    bytes: 4_096,
    says: 'its disk is full',
  },
  postgres: {
    prepare: fillTable,
    pids: ({ server: { pid } }) => [pid, ...childProcesses(pid)],
    // Segments of its log have this size from the start, and the table of executions is larger.
    bytes: 16 * MIB,
    // It has no code of its own for a limit.
    says: 'it refused a statement (XX000)',
  },
};

/**
 * Makes the table of executions larger than the limit, by rows that nobody ever sees: they are rolled back, and nothing clears them
 * away. So every row that finds no room in its page would extend the file.
 */
async function fillTable({ control: { knex, scheduler } }) {
  await knex.raw('ALTER SYSTEM SET autovacuum = off');
  await knex.raw('SELECT pg_reload_conf()');
  await scheduler.enqueue({ type: 'fenced_work', payload: { number: 0 } });
  const transaction = await knex.transaction();
  try {
    for (let batch = 0; (await sizeOf(transaction)) <= STORES.postgres.bytes; batch += 1)
      await transaction.raw(BALLAST, [`ballast-${batch}-`]);
  } finally {
    await transaction.rollback();
  }
}

/** As small as the real ones, so that no page has room for one more. */
const BALLAST = `INSERT INTO scheduler_executions SELECT copy.*
  FROM scheduler_executions e, generate_series(1, 2000) AS n,
    LATERAL jsonb_populate_record(e, jsonb_build_object('id', ? || n)) AS copy
  WHERE e.id NOT LIKE 'ballast-%'`;

async function sizeOf(knex) {
  const { rows } = await knex.raw(`SELECT pg_relation_size('scheduler_executions') AS bytes`);
  return Number(rows[0].bytes);
}
