import { buildExecution } from '@scheduler/testing';
import { eventually, TcpProxy } from '@scheduler/test-support';
import { onEach, SERVERS } from './test-support/on-database.js';

/** Of a statement without an answer, and of a transaction without a statement; and some for a slow machine. */
const PATIENCE_MS = 25_000;

onEach(SERVERS, (database) => {
  const proxy = new TcpProxy(new URL(database.url));

  afterEach(() => proxy.stop());

  it('gives up connections that are gone without a word, on both sides', async () => {
    const store = database.store({ connection: await proxy.start() });
    const execution = buildExecution(await store.schedules.now());
    await store.executions.add({ executions: [execution] });
    const transaction = await store.knex.transaction();
    await transaction(`${database.prefix}executions`).update({ priority: 1 });

    proxy.silenceAll();
    // The row is free again although its holder never said another word.
    const freed = eventually('the end of the lock', () => isFree(), PATIENCE_MS);
    await expect(transaction.raw('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await freed;

    await store.executions.add({ executions: [buildExecution(await store.schedules.now())] });
    expect(await database.table('executions')).toHaveLength(2);
    await transaction.rollback();
    await store.close();
  }, 60_000);

  const isFree = () =>
    database
      .table('executions')
      .update({ priority: 2 })
      .then(
        () => true,
        // It has waited for the lock as long as it may.
        () => false,
      );
});
