import { randomBytes } from 'node:crypto';
import { DATABASES, onEach } from '../test-support/on-database.js';
import { rejection } from '../test-support/rejection.js';

onEach(DATABASES, (database) => {
  const remembered = () => database.table('migrations');

  afterEach(async () => {
    await remembered().where({ name: '9999_from_the_future' }).delete();
    if ((await remembered().where({ name: '0001_tables' })).length === 0)
      await remembered().insert({ name: '0001_tables', applied_at: 1 });
  });

  it('says how to create tables that are missing', async () => {
    const tablePrefix = `n${randomBytes(4).toString('hex')}_`;
    const store = database.store({ connection: database.url, tablePrefix, migrate: false });
    const error = await rejection(store.open());
    expect(error.code).toBe('SCHEMA_MISMATCH');
    expect(error.message).toContain('they are missing; run `scheduler migrate`');
    expect((await rejection(store.schedules.nextDueAt())).code).toBe('SCHEMA_MISMATCH');
    await store.close();
  });

  it('creates them by itself if the option migrate is set', async () => {
    const tablePrefix = `n${randomBytes(4).toString('hex')}_`;
    const store = database.store({ connection: database.url, tablePrefix, migrate: true });
    await store.open();
    expect(await store.schedules.nextDueAt()).toBeNull();
    while ((await store.migrations.down()) !== null);
    await store.close();
    await database.knex.schema.dropTableIfExists(`${tablePrefix}migrations`);
  });

  it('refuses tables that are older', async () => {
    await remembered().where({ name: '0001_tables' }).delete();
    const store = database.store({ migrate: false });
    const error = await rejection(store.open());
    expect(error.code).toBe('SCHEMA_MISMATCH');
    expect(error.message).toContain('run `scheduler migrate`');
    await store.close();
  });

  it('refuses tables that are newer, and does not touch them', async () => {
    await remembered().insert({ name: '9999_from_the_future', applied_at: 1 });
    const store = database.store({ migrate: true });
    for (const attempt of [store.open(), store.migrations.up(), store.migrations.down()]) {
      const error = await rejection(attempt);
      expect(error.code).toBe('SCHEMA_MISMATCH');
      expect(error.message).toContain('they are newer than this build (9999_from_the_future)');
      expect(error.message).toContain('update @scheduler/knex');
    }
    expect(await database.knex.schema.hasTable(`${database.prefix}jobs`)).toBe(true);
    await store.close();
  });
});
