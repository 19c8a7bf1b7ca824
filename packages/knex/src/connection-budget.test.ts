import { onEach } from './test-support/on-database.js';

onEach(['postgres', 'mariadb'], (database) => {
  const isPostgres = database.name === 'postgres';
  const openConnections = async (name: string): Promise<number> => {
    const text = isPostgres
      ? `SELECT count(*) AS open FROM pg_stat_activity WHERE application_name = '${name}'`
      : `SELECT count(*) AS open FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()`;
    const result = (await database.knex.raw(text)) as { rows: { open: unknown }[] } & [{ open: unknown }[]];
    return Number((isPostgres ? result.rows : result[0])[0]?.open);
  };

  it('keeps to its budget of connections, and opens each of them under load', async () => {
    const name = `budget-${database.prefix}`;
    const url = isPostgres ? `${database.url}?application_name=${name}` : database.url;
    const before = await openConnections(name);
    const store = database.store({ connection: url, poolSize: 3 });
    const connections = store.capabilities.connections;
    expect(connections).toEqual(
      isPostgres
        ? { most: 6, uses: { work: 3, leases: 2, notifications: 1 } }
        : { most: 5, uses: { work: 3, leases: 2 } },
    );
    try {
      await store.open();
      // More than there are connections, of work and of what never waits behind it.
      const pause = isPostgres ? 'SELECT pg_sleep(0.5)' : 'SELECT sleep(0.5)';
      const work = Promise.all(Array.from({ length: 20 }, () => store.knex.raw(pause)));
      const seen: number[] = [];
      for (let asked = 0; asked < 30; asked += 1) {
        await Promise.all(Array.from({ length: 5 }, () => store.leadership.currentLeader()));
        seen.push((await openConnections(name)) - before);
      }
      await work;
      const most = Math.max(...seen);
      expect(most).toBeLessThanOrEqual(connections?.most ?? 0);
      expect(most).toBeGreaterThan(3);
    } finally {
      await store.close();
    }
  });
});
