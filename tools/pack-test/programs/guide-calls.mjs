// Calls what guides export as their frameworks would: `web` for functions that platforms call, `prisma` for its adapter, `sql` for statements.
import assert from 'node:assert/strict';

const PROGRAMS = { web, prisma, sql };
const [program, ...words] = process.argv.slice(2);
await PROGRAMS[program](...words);

async function web() {
  const order = (name) =>
    new Request('http://localhost/api/orders', { method: 'POST', body: JSON.stringify({ order: name }) });
  const { node } = await import('./scheduler.js');
  const orders = await import('./next-orders.js');
  assert.equal((await orders.POST(order('one'))).status, 202);
  const api = await import('./next-api.js');
  assert.equal((await api.GET(new Request('http://localhost/api/v1/scheduler/jobs'))).status, 401);

  const vercel = await import('./vercel.js');
  const cron = (headers) => vercel.GET(new Request('http://localhost/api/cron', { headers }));
  assert.equal((await cron({})).status, 401);
  assert.equal((await cron({ authorization: 'Bearer another' })).status, 401);
  const answer = await cron({ authorization: `Bearer ${process.env.CRON_SECRET}` });
  assert.deepEqual(await answer.json(), { ran: 1 });

  const { handler } = await import('./lambda.js');
  const time = [60_000, 60_000, 10_000];
  for (let index = 0; index < 60; index += 1) await orders.POST(order(`of many ${index}`));
  const context = { getRemainingTimeInMillis: () => time.shift() };
  assert.deepEqual(await handler({}, context), { fired: 0, ran: 50 });
  assert.deepEqual(await handler({}, { getRemainingTimeInMillis: () => 60_000 }), { fired: 0, ran: 10 });
  await node.stop();

  // The worker of Next.js, ended as a supervisor does.
  await import('./worker.js');
  assert.equal(node.running, true);
  process.emit('SIGTERM');
  while (node.running) await new Promise((resolve) => setImmediate(resolve));
}

async function prisma() {
  const { default: knex } = await import('knex');
  const { prismaAdapterIn } = await import('./prisma-in.js');
  const database = knex({ client: 'pg', connection: process.env.DATABASE_URL });
  const insert = (on, id) =>
    on.executeRaw({
      sql: 'INSERT INTO prisma_orders VALUES ($1, $2)',
      args: [id, false],
      argTypes: [
        { scalarType: 'string', arity: 'scalar' },
        { scalarType: 'boolean', arity: 'scalar' },
      ],
    });
  const end = async (nested, how) => {
    await nested.executeRaw({ sql: how, args: [], argTypes: [] });
    await nested[how.toLowerCase()]();
  };
  const inTransaction = (work) =>
    database.transaction(async (transaction) => work(await (await prismaAdapterIn(transaction)).connect()));
  await inTransaction(async (adapter) => {
    await insert(adapter, 'kept');
    const undone = await adapter.startTransaction();
    await insert(undone, 'undone');
    await end(undone, 'ROLLBACK');
    const nested = await adapter.startTransaction();
    await insert(nested, 'nested');
    await end(nested, 'COMMIT');
  });
  const lost = inTransaction(async (adapter) => {
    const nested = await adapter.startTransaction();
    await insert(nested, 'lost');
    await end(nested, 'COMMIT');
    throw new Error('the payment was declined');
  });
  await assert.rejects(lost, /declined/);
  const rows = await database('prisma_orders').orderBy('id').pluck('id');
  assert.deepEqual(rows, ['kept', 'nested']);
  await database.destroy();
}

async function sql(...statements) {
  const { default: pg } = await import('pg');
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
