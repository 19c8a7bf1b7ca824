import { connect } from '../connect/connect.js';
import { onDatabase } from '../test-support/on-database.js';

onDatabase('postgres', (database) => {
  /** The statements that a connection has prepared after a claim. */
  async function preparedBy(preparedStatements: boolean): Promise<number> {
    const { knex } = connect(database.url, { poolSize: 1 });
    const store = database.store({ connection: knex, preparedStatements });
    await store.executions.claim({ owner: 'node', leaseMs: 1_000, lanes: [{ queue: 'default', limit: 1 }] });
    const { rows } = (await knex.raw('SELECT count(*) AS total FROM pg_prepared_statements')) as {
      rows: { total: string }[];
    };
    await store.close();
    await knex.destroy();
    return Number(rows[0]?.total);
  }

  it('prepares recurring statements', async () => {
    expect(await preparedBy(true)).toBe(1);
  });

  it('prepares nothing when prepared statements are switched off', async () => {
    expect(await preparedBy(false)).toBe(0);
  });
});
