import { onDatabase } from '../test-support/on-database.js';

const CAPACITY = 100;
/** A token each minute: none comes back while the test runs. */
const bucket = { key: 'queue:mails', capacity: CAPACITY, periodMs: CAPACITY * 60_000 };

onDatabase('postgres', (database) => {
  beforeEach(() => database.empty());

  it('grants exactly what there is to several nodes that ask at once (F161)', async () => {
    const stores = Array.from({ length: 3 }, () =>
      database.store({ connection: database.url, migrate: false }),
    );
    const asked = Array.from({ length: 200 }, () =>
      stores.map(({ rateLimits }) => rateLimits.acquire({ buckets: [bucket], wanted: 1, least: 1 })),
    );
    const answers = await Promise.all(asked.flat());
    expect(answers.reduce((sum, { granted }) => sum + granted, 0)).toBe(CAPACITY);
    await Promise.all(stores.map((store) => store.close()));
  }, 30_000);
});
