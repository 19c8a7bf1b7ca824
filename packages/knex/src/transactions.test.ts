import { defineHandler, type JobContext, JobResult, trigger } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { Knex } from 'knex';
import { eventually } from '@scheduler/test-support';
import { DATABASES, onEach } from './test-support/on-database.js';
import { rejection } from './test-support/rejection.js';
import { TestNodes } from './test-support/test-nodes.js';

const ROLLBACK = new Error('roll back');

onEach(DATABASES, (database) => {
  const nodes = new TestNodes(database);
  const orders = `${database.prefix}orders`;
  let node: SchedulerNode;

  beforeAll(() => database.createTable('orders', (table) => table.string('id', 64).primary()));

  beforeEach(async () => {
    await database.empty();
    await database.knex(orders).delete();
  });
  afterEach(() => nodes.stop());

  const writes = {
    schedule: (transaction: Knex.Transaction) =>
      node.scheduler.schedule(
        { type: 'ship', name: 'ship-1', trigger: trigger.every('1h') },
        { transaction },
      ),
    enqueue: (transaction: Knex.Transaction) => node.scheduler.enqueue({ type: 'ship' }, { transaction }),
    enqueueMany: (transaction: Knex.Transaction) =>
      node.scheduler.enqueueMany([{ type: 'ship' }], { transaction }),
    enqueueAt: (transaction: Knex.Transaction) =>
      node.scheduler.enqueueAt({ type: 'ship' }, new Date(Date.now() + 60_000), { transaction }),
  };
  const stored = async () => ({
    orders: (await database.knex(orders)).length,
    work: (await database.table('jobs')).length + (await database.table('executions')).length,
  });

  describe.each([
    ['through the same Knex', () => ({ connection: database.knex })],
    ['through its own connections', () => ({ connection: database.url })],
  ])('a store %s', (_, store) => {
    beforeEach(async () => {
      node = await nodes.open({ store: store() });
    });

    it.each(Object.keys(writes) as (keyof typeof writes)[])('%s commits with the data', async (write) => {
      await database.knex.transaction(async (transaction) => {
        await transaction(orders).insert({ id: 'o1' });
        await writes[write](transaction);
      });
      expect(await stored()).toEqual({ orders: 1, work: 1 });
    });

    it.each(Object.keys(writes) as (keyof typeof writes)[])('%s rolls back with the data', async (write) => {
      const transaction = database.knex.transaction(async (open) => {
        await open(orders).insert({ id: 'o1' });
        await writes[write](open);
        throw ROLLBACK;
      });
      expect(await rejection(transaction)).toBe(ROLLBACK);
      expect(await stored()).toEqual({ orders: 0, work: 0 });
    });

    it('refuses a name that is taken, and the data with it', async () => {
      await node.scheduler.schedule({ type: 'ship', name: 'ship-1', trigger: trigger.every('1h') });
      const transaction = database.knex.transaction(async (open) => {
        await open(orders).insert({ id: 'o1' });
        await writes.schedule(open);
      });
      expect(await rejection(transaction)).toMatchObject({ code: 'JOB_ALREADY_EXISTS', value: 'ship-1' });
      expect(await stored()).toEqual({ orders: 0, work: 1 });
    });
  });

  describe('the events of work that was enqueued in a transaction', () => {
    let published: string[];
    beforeEach(async () => {
      node = await nodes.open({ store: { connection: database.knex } });
      published = [];
      node.events.subscribe({
        names: ['scheduler:job.dispatch', 'scheduler:job.created'],
        listener: ({ name, data }) =>
          published.push(`${name} ${String(data['executionId'] ?? data['jobId'])}`),
      });
    });

    it('are published after the commit', async () => {
      const [job, execution] = await database.knex.transaction(async (open) => {
        const created = [await writes.schedule(open), await writes.enqueue(open)] as const;
        expect(published).toEqual([]);
        return created;
      });
      await eventually('the events', () => published.length === 2);
      expect(published).toEqual([
        `scheduler:job.created ${job.id}`,
        `scheduler:job.dispatch ${execution.id}`,
      ]);
    });

    it('are not published after a rollback by the caller', async () => {
      const open = await database.knex.transaction();
      await writes.enqueue(open);
      await writes.schedule(open);
      await open.rollback();
      const { id } = await node.scheduler.enqueue({ type: 'ship' });
      await eventually('the last event', () => published.includes(`scheduler:job.dispatch ${id}`));
      expect(published).toHaveLength(1);
    });

    it('wait for the outer transaction', async () => {
      const kept = await database.knex.transaction(async (outer) => {
        const { id } = await outer.transaction((inner) => writes.enqueue(inner));
        const undone = await outer.transaction();
        await writes.enqueue(undone);
        await undone.rollback();
        expect(published).toEqual([]);
        return id;
      });
      await eventually('the events', () => published.length > 0);
      expect(published).toEqual([`scheduler:job.dispatch ${kept}`]);
    });
  });

  it('completes in the transaction of the handler, or runs again', async () => {
    const attempts: number[] = [];
    const ship = defineHandler({
      type: 'ship',
      handle: async (_job, context: JobContext) => {
        attempts.push(context.attempt);
        await database.knex.transaction(async (open) => {
          await open(orders).insert({ id: context.idempotencyKey });
          await context.completeIn(open, { shipped: true });
          if (context.attempt === 1) throw ROLLBACK;
        });
        return JobResult.success({ shipped: true });
      },
    });
    const config = { pollInterval: 50, retry: { initialDelay: 0 } };
    node = await nodes.start({ handlers: [ship], config });
    const { id } = await node.scheduler.enqueue({ type: 'ship' });
    await eventually('the success', async () => (await node.scheduler.getExecution(id)).status === 'success');
    const { attempts: ended, output } = await node.scheduler.getExecution(id);
    expect(attempts).toEqual([1, 2]);
    expect(ended.map(({ status }) => status)).toEqual(['failed', 'success']);
    expect(output).toEqual({ shipped: true });
    expect(await database.knex(orders).pluck('id')).toEqual([id]);
  });
});
