import { SystemClock } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';
import { startOwnServer } from '../harness/own-server.mjs';
import { until } from '../harness/until.mjs';
import { between } from '../workload/draw.mjs';

const LOCK_LIMIT_MS = 5_000;

/**
 * The store can be read but not written. PostgreSQL refuses writes, as a standby does. On SQLite, whose open files only root could make
 * read-only, another connection holds the lock that every writer needs, so that all writes fail.
 */
export const fault = {
  name: 'read-only',
  title: 'read-only database (SQLite: its write lock is held by another)',
  stores: ['sqlite', 'postgres'],
  queues: ['store'],
  promises: 'no false success, H',
  harm: 'closures',
  startServer: startOwnServer,

  async inflict(scene) {
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 500, 1_500));
      const release = await forbidWriting[scene.store](scene);
      scene.count('closures');
      await scene.sleep(between(scene.random, 1_000, 6_000));
      await release();
    }
  },
};

const forbidWriting = {
  async postgres({ control: { knex } }) {
    await setReadOnly(knex, 'on');
    return () => setReadOnly(knex, 'off');
  },

  async sqlite({ database: { file } }) {
    const { knex, close } = createKnexStore({ connection: `sqlite:${file}`, clock: new SystemClock() });
    const transaction = await until(() => lockOrNull(knex), LOCK_LIMIT_MS, 5);
    return async () => {
      await transaction.rollback();
      await close();
    };
  },
};

/** Open sessions use the new value from their next statement on. */
async function setReadOnly(knex, value) {
  await knex.raw(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
  await knex.raw('SELECT pg_reload_conf()');
}

async function lockOrNull(knex) {
  const transaction = await knex.transaction();
  try {
    await transaction.raw(`UPDATE scheduler_locks SET epoch = epoch WHERE name = ''`);
    return transaction;
  } catch {
    await transaction.rollback();
    return null;
  }
}
