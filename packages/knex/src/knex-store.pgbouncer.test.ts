import { randomBytes } from 'node:crypto';
import { SystemClock } from '@scheduler/core';
import { runStoreConformance } from '@scheduler/testing';
import type { Logger } from '@scheduler/contracts';
import { createKnexStore } from './knex-store.js';
import { TestDatabase } from './test-support/test-database.js';

const pooled = process.env['SCHEDULER_TEST_PGBOUNCER_URL'];
const direct = process.env['SCHEDULER_TEST_POSTGRES_URL'];

/** Servers that only `npm test -- --full` starts, or `node tools/services/run.mjs pgbouncer -- …`. */
if (pooled === undefined || direct === undefined) {
  describe.skip('through PgBouncer: it was not started', () => it('is not tested', () => undefined));
} else {
  describe('through PgBouncer in transaction mode', () => {
    const database = new TestDatabase('postgres', pooled, direct);
    beforeAll(() => database.create());
    afterAll(() => database.drop());
    runStoreConformance('postgres', () => database.harness(), { without: ['eventLog'] });

    it('wakes other stores by notifications on a connection of its own', async () => {
      const [one, other] = [database.store(), database.store()];
      try {
        await one.open();
        await other.open();
        const heard = new Promise((resolve) =>
          other.events.subscribe({ names: ['told'], listener: ({ data }) => resolve(data) }),
        );
        await one.events.publish({
          events: [{ name: 'told', at: new Date(), tenant: null, data: { n: 1 } }],
        });
        expect(await heard).toEqual({ n: 1 });
      } finally {
        await Promise.all([one.close(), other.close()]);
      }
    });

    it('sets no settings of sessions, which others would get', async () => {
      const { knex } = database;
      const setting = async (on: typeof knex) =>
        (await on.raw(`SELECT current_setting('lock_timeout') AS value`)).rows[0].value as string;
      // More at once than one server connection, so that several of them are asked.
      const seen = await Promise.all(Array.from({ length: 20 }, () => setting(knex)));
      expect(new Set(seen)).toEqual(new Set(['0']));
    });

    it('warns where the role has no timeouts', async () => {
      const warnings: string[] = [];
      const ignore = () => undefined;
      const logger: Logger = {
        debug: ignore,
        info: ignore,
        error: ignore,
        warn: (text) => warnings.push(text),
      };
      const store = createKnexStore({
        connection: pooled,
        directUrl: direct,
        clock: new SystemClock(),
        tablePrefix: `w${randomBytes(4).toString('hex')}_`,
        logger,
      });
      try {
        await store.migrations.up();
        await store.open();
        expect(warnings).toEqual([expect.stringContaining('statements behind the pooler have no timeouts')]);
      } finally {
        await store.close();
      }
    });
  });
}

describe('directUrl', () => {
  const clock = new SystemClock();

  it.each([
    ['postgres://db/x', 'mysql://db/x', 'directUrl: is not a URL of PostgreSQL'],
    ['mysql://db/x', 'postgres://db/x', 'directUrl: is only for PostgreSQL'],
    ['postgres://db/x', 5 as unknown as string, 'directUrl: is not a URL of PostgreSQL'],
  ])('refuses beside %s: %s', (connection, directUrl, message) => {
    expect(() => createKnexStore({ connection, directUrl, clock })).toThrow(message);
  });
});
