import { SystemClock } from '@scheduler/core';
import { buildExecution, buildJob } from '@scheduler/testing';
import { createKnexStore } from '../knex-store.js';
import { CANARY, expectNoSecrets } from '../test-support/canary.js';
import { DATABASES, onDatabase, onEach, SERVERS } from '../test-support/on-database.js';
import { rejection } from '../test-support/rejection.js';

/** The error of a store that is opened with the URL. */
async function refusalOf(url: string): Promise<Error & { readonly code?: string }> {
  const store = createKnexStore({ connection: url, clock: new SystemClock() });
  try {
    return await rejection(store.open());
  } finally {
    await store.close();
  }
}

function changed(url: string, change: (url: URL) => void): string {
  const target = new URL(url);
  change(target);
  return target.href;
}

onEach(SERVERS, ({ url }) => {
  it('says that nothing listens at the address', async () => {
    const error = await refusalOf(
      changed(url, (target) => {
        target.port = '1';
        target.username = CANARY.user;
        target.password = CANARY.password;
        target.pathname = CANARY.name;
      }),
    );
    expect(error.code).toBe('STORE_UNAVAILABLE');
    expect(error.message).toContain('its server refuses connections; check that the server runs');
    expectNoSecrets(error);
  });

  it('says that the name of the host is not known', async () => {
    const error = await refusalOf(
      changed(url, (target) => {
        target.hostname = 'no-such-host.invalid';
        target.password = CANARY.password;
      }),
    );
    expect(error.code).toBe('STORE_UNAVAILABLE');
    expect(error.message).toContain('the host name of its server is not known; check the host');
    expect(error.message).not.toContain('no-such-host');
    expectNoSecrets(error);
  });

  it('says that it refused the user or the password', async () => {
    const error = await refusalOf(changed(url, (target) => void (target.username = CANARY.user)));
    expect(error.code).toBe('STORE_UNAVAILABLE');
    expect(error.message).toContain('it refused the user or the password; check the connection URL');
    expectNoSecrets(error);
  });

  it('says that there is no such database', async () => {
    const error = await refusalOf(changed(url, (target) => void (target.pathname = CANARY.name)));
    expect(error.code).toBe('STORE_UNAVAILABLE');
    expect(error.message).toMatch(/there is no such database|refused the user/);
    expectNoSecrets(error);
  });
});

describe('a file that cannot be opened', () => {
  it.each(['sqlite:/dev/null/canary/file.db', 'sqlite:/dev/null/canary.db', 'sqlite:/'])(
    '%s',
    async (url) => {
      const error = await refusalOf(url);
      expect(error.code).toBe('STORE_UNAVAILABLE');
      expect(error.message).toContain('there is no such database');
      expectNoSecrets(error);
    },
  );
});

describe('a file that is read-only', () => {
  onDatabase('sqlite', (database) => {
    it('is reported as read-only, and can be read', async () => {
      const store = database.store();
      const now = await store.schedules.now();
      await database.knex.raw('PRAGMA query_only = ON');
      const error = await rejection(store.schedules.add({ jobs: [buildJob(now, CANARY_JOB)] }));
      expect(error.code).toBe('STORE_UNAVAILABLE');
      expect(error.message).toContain('it is read-only');
      expectNoSecrets(error);
      expect(await store.schedules.nextDueAt()).toBeNull();
      await database.knex.raw('PRAGMA query_only = OFF');
    });
  });
});

const CANARY_JOB = { payload: CANARY.payload, name: CANARY.name };

describe('a statement that the database refuses', () => {
  onEach(DATABASES, (database) => {
    it('leaks neither the statement nor its values', async () => {
      const store = database.store();
      const now = await store.schedules.now();
      await database.knex.schema.alterTable(`${database.prefix}executions`, (table) =>
        table.renameColumn('details', 'details_moved'),
      );
      const execution = buildExecution(now, { payload: CANARY.payload, queue: CANARY.name });
      const error = await rejection(store.executions.add({ executions: [execution] }));
      expect(error.code).toBe('STORE_UNAVAILABLE');
      expect(error.message).toContain('it refused a statement');
      expectNoSecrets(error);
    });

    it('leaks nothing inside a transaction of the caller either', async () => {
      const store = database.store();
      const now = await store.schedules.now();
      const execution = buildExecution(now, { payload: CANARY.payload, queue: CANARY.name });
      const written = database.knex.transaction((transaction) =>
        store.executions.add({ executions: [execution], transaction }),
      );
      const error = await rejection(written);
      expect(error.code).toBe('STORE_UNAVAILABLE');
      expectNoSecrets(error);
    });

    it('leaks nothing when a value has the wrong type', async () => {
      const store = database.store();
      const now = await store.schedules.now();
      const job = buildJob(now, { ...CANARY_JOB, jitterMs: 'canary - number' as unknown as number });
      await store.schedules.add({ jobs: [job] }).catch((error: Error) => expectNoSecrets(error));
    });
  });
});
