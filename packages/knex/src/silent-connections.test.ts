import { buildExecution } from '@scheduler/testing';
import { eventually, TcpProxy } from '@scheduler/test-support';
import { onEach, SERVERS } from './test-support/on-database.js';

/** The timeouts of a statement without an answer and of an idle transaction, with a reserve for slow machines. */
const PATIENCE_MS = 25_000;

onEach(SERVERS, (database) => {
  const proxy = new TcpProxy(new URL(database.url));

  afterEach(() => proxy.stop());

  it('closes connections whose other end has disappeared, on both sides', async () => {
    const store = database.store({ connection: await proxy.start() });
    const execution = buildExecution(await store.schedules.now());
    await store.executions.add({ executions: [execution] });
    const transaction = await store.knex.transaction();
    await transaction(`${database.prefix}executions`).update({ priority: 1 });

    proxy.silenceAll();
    // The server releases the lock although its client does not answer any more.
    const freed = eventually('the end of the lock', () => isFree(), PATIENCE_MS);
    await expect(transaction.raw('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await freed;

    await store.executions.add({ executions: [buildExecution(await store.schedules.now())] });
    expect(await database.table('executions')).toHaveLength(2);
    await transaction.rollback();
    await store.close();
  });

  const isFree = () =>
    database
      .table('executions')
      .update({ priority: 2 })
      .then(
        () => true,
        // The lock timeout has expired.
        () => false,
      );
});
