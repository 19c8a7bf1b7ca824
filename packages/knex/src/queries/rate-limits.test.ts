import { onDatabase } from '../test-support/on-database.js';

const CAPACITY = 100;
/** One token per minute, so that none comes back while the test runs. */
const bucket = { key: 'queue:mails', capacity: CAPACITY, periodMs: CAPACITY * 60_000 };

onDatabase('postgres', (database) => {
  beforeEach(() => database.empty());

  it('grants exactly the available tokens to several nodes that ask at once (F161)', async () => {
    const stores = Array.from({ length: 3 }, () =>
      database.store({ connection: database.url, migrate: false }),
    );
    const requests = Array.from({ length: 200 }, () =>
      stores.map(({ rateLimits }) => rateLimits.acquire({ buckets: [bucket], wanted: 1, least: 1 })),
    );
    const answers = await Promise.all(requests.flat());
    expect(answers.reduce((sum, { granted }) => sum + granted, 0)).toBe(CAPACITY);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('restores synchronous commits after it took tokens without waiting for the disk', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c synchronous_commit=on');
    const store = database.store({ connection: url.href, migrate: false });
    const take = () => store.rateLimits.acquire({ buckets: [bucket], wanted: 1, least: 1 });
    await Promise.all(Array.from({ length: 10 }, take));
    const requests = Array.from({ length: 10 }, () => store.knex.raw('SHOW synchronous_commit'));
    const answers = (await Promise.all(requests)) as { rows: { synchronous_commit: string }[] }[];
    const settings = answers.flatMap(({ rows }) => rows.map((row) => row.synchronous_commit));
    expect(new Set(settings)).toEqual(new Set(['on']));
    await store.close();
  });
});
