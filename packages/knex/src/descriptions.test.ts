import { join } from 'node:path';
import { silentLogger } from '@scheduler/contracts';
import { loadConfig, type SchedulerConfigInput, SystemClock } from '@scheduler/core';
import { mysqlStore, postgresStore, sqliteStore } from './descriptions.js';

const stores = [sqliteStore, postgresStore, mysqlStore] as const;
const load = (env: Readonly<Record<string, string>>) => loadConfig({ env, stores });

describe('the stores of this package in a configuration', () => {
  it('have defaults; SQLite is the store where nothing is said (F110, F242, F244, F245)', () => {
    expect(load({})).toMatchObject({
      store: 'sqlite',
      sqlite: { file: '.scheduler/scheduler.db', eventLog: false },
      postgres: {
        url: null,
        tablePrefix: 'scheduler_',
        schema: null,
        directUrl: null,
        poolSize: 10,
        eventLog: false,
      },
      mysql: { url: null, poolSize: 10, eventLog: false },
    });
  });

  it.each([
    ['SCHEDULER_SQLITE_FILE', '/var/lib/jobs.db', 'sqlite.file'],
    ['SCHEDULER_POSTGRES_URL', 'postgres://db', 'postgres.url'],
    ['SCHEDULER_POSTGRES_URL', 'PostgreSQL://db', 'postgres.url'],
    ['SCHEDULER_POSTGRES_TABLE_PREFIX', 'jobs_', 'postgres.tablePrefix'],
    ['SCHEDULER_POSTGRES_SCHEMA', 'app', 'postgres.schema'],
    ['SCHEDULER_POSTGRES_DIRECT_URL', 'postgres://db', 'postgres.directUrl'],
    ['SCHEDULER_MYSQL_URL', 'mysql://db', 'mysql.url'],
    ['SCHEDULER_MYSQL_URL', 'mariadb://db', 'mysql.url'],
  ])('read %s=%s (F245)', (name, text, path) => {
    expect(load({})).not.toHaveProperty(path, text);
    expect(load({ [name]: text })).toHaveProperty(path, text);
  });

  it.each(['sqlite', 'postgres', 'mysql'] as const)(
    'switch the event log of %s on by a variable',
    (store) => {
      const name = `SCHEDULER_${store.toUpperCase()}_EVENT_LOG`;
      expect(load({ [name]: 'true' })).toHaveProperty(`${store}.eventLog`, true);
      expect(() => load({ [name]: 'perhaps' })).toThrow(name);
    },
  );

  it('makes a store with an event log where it is told to', async () => {
    const services = {
      clock: new SystemClock(),
      logger: silentLogger,
      tablePrefix: 'scheduler_',
      leaseMs: 30_000,
    };
    const made = (eventLog: boolean) => sqliteStore.create({ file: ':memory:', eventLog }, services);
    for (const eventLog of [true, false]) {
      const store = made(eventLog);
      expect(store.eventLog !== null).toBe(eventLog);
      await store.close();
    }
  });

  it('give PostgreSQL a table prefix of its own where one is named, else that of all databases', () => {
    const env = { SCHEDULER_TABLE_PREFIX: 'jobs_' };
    expect(load(env).postgres.tablePrefix).toBe('jobs_');
    const own = load({ ...env, SCHEDULER_POSTGRES_TABLE_PREFIX: 'pg_jobs_' });
    expect(own).toMatchObject({ tablePrefix: 'jobs_', postgres: { tablePrefix: 'pg_jobs_' } });
  });

  it('refuse what is no name, with what is accepted', () => {
    const config = { postgres: { schema: 'a;drop' } } as SchedulerConfigInput;
    expect(() => loadConfig({ config, stores })).toThrow(
      'postgres.schema: is not a name, got "a;drop"; accepted: letters, digits and _',
    );
  });

  it.each([
    ['postgresql', "did you mean 'postgres'?"],
    ['pg', "did you mean 'postgres'?"],
    ['mariadb', "did you mean 'mysql'?"],
    ['SQLite', "did you mean 'sqlite'?"],
    ['file', "did you mean 'sqlite'?"],
  ])('are meant by %s', (store, hint) => {
    expect(() => load({ SCHEDULER_STORE: store })).toThrow(hint);
  });

  it.each(['postgres', 'mysql'] as const)('need a URL for %s', (store) => {
    const variable = `SCHEDULER_${store.toUpperCase()}_URL`;
    const message = `${store}.url: is missing, and the store is ${store}: set ${variable}; accepted: a URL`;
    expect(() => load({ SCHEDULER_STORE: store })).toThrow(message);
    expect(() => loadConfig({ config: { store }, stores })).toThrow(message);
    const env = { SCHEDULER_STORE: store, [variable]: `${store}://db/jobs` };
    expect(load(env)).toMatchObject({ store, [store]: { url: `${store}://db/jobs` } });
  });

  it.each([
    ['SCHEDULER_POSTGRES_URL', 'mysql://me:hunter2@db/jobs'],
    ['SCHEDULER_MYSQL_URL', 'me:hunter2@db'],
    ['SCHEDULER_MYSQL_URL', `mysql://me:hunter2@${'x'.repeat(2_000)}`],
  ])('do not show a connection URL that is refused: %s', (name, text) => {
    const refused = () => load({ [name]: text });
    expect(refused).toThrow(name);
    expect(refused).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  });

  it('say where they are, without a URL', () => {
    expect(sqliteStore.describe({ file: 'jobs.db', eventLog: false })).toBe(
      `SQLite in ${join(process.cwd(), 'jobs.db')}`,
    );
    const url = 'postgres://me:hunter2@db/jobs';
    const { postgres, mysql } = load({ SCHEDULER_POSTGRES_URL: url, SCHEDULER_MYSQL_URL: 'mysql://db' });
    expect(postgresStore.describe(postgres)).toBe('PostgreSQL by SCHEDULER_POSTGRES_URL');
    expect(mysqlStore.describe(mysql)).toBe('MySQL or MariaDB by SCHEDULER_MYSQL_URL');
  });
});
