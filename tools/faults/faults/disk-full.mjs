import { childProcesses } from '@scheduler/services';
import { limitFiles, whyNoFileLimit } from '../harness/file-limit.mjs';
import { countLogLines } from '../harness/logs.mjs';
import { startOwnServer } from '../harness/own-server.mjs';
import { between } from '../workload/draw.mjs';

const MIB = 1024 ** 2;

/**
 * Files cannot be extended: by the server, whose log stays writable as if it had its own disk, or on SQLite by the workers themselves.
 * Reads and writes that need no new page succeed, all other writes fail.
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
    scene.count('failures', countLogLines(scene, STORES[scene.store].logText));
    return [];
  },
};

const STORES = {
  sqlite: {
    prepare: () => undefined,
    pids: ({ workers }) => workers.running.map(({ pid }) => pid),
    // Smaller than the log of one transaction.
    bytes: 4_096,
    logText: 'its disk is full',
  },
  postgres: {
    prepare: fillTable,
    pids: ({ server: { pid } }) => [pid, ...childProcesses(pid)],
    // The size of log segments, which are allocated at once. The table of executions is made larger by `fillTable`.
    bytes: 16 * MIB,
    // PostgreSQL has no specific error code for this limit.
    logText: 'it refused a statement (XX000)',
  },
};

/**
 * Makes the table of executions larger than the limit by rows that are rolled back and never vacuumed, so that every row that does not
 * fit into its page would have to extend the file.
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

/** The rows are as small as real ones, so that no page has room for another one. */
const BALLAST = `INSERT INTO scheduler_executions SELECT copy.*
  FROM scheduler_executions e, generate_series(1, 2000) AS n,
    LATERAL jsonb_populate_record(e, jsonb_build_object('id', ? || n)) AS copy
  WHERE e.id NOT LIKE 'ballast-%'`;

async function sizeOf(knex) {
  const { rows } = await knex.raw(`SELECT pg_relation_size('scheduler_executions') AS bytes`);
  return Number(rows[0].bytes);
}
