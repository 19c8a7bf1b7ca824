import { createSchedulerNode } from '@scheduler/core';
import { SettableClock } from '@scheduler/testing';
import { besideDatabase } from './test-support/beside-database.js';
import { TestNodes } from './test-support/test-nodes.js';
import { eventually } from '@scheduler/test-support';

describe.each(['sqlite', 'postgres'] as const)('transactions of the caller on %s', (name) => {
  besideDatabase(name, (both) => {
    const nodes = new TestNodes(both);
    beforeEach(() => both.empty());
    afterEach(() => nodes.stop());

    it('publishes what was enqueued in one after its commit, and not before (F269)', async () => {
      const { scheduler } = await nodes.open();
      await both.knex.transaction(async (transaction) => {
        await scheduler.enqueue({ type: 'ship' }, { transaction });
        await scheduler.enqueueMany([{ type: 'ship' }, { type: 'ship' }], { transaction });
        expect(await nodes.announced()).toBe(0);
      });
      await eventually('three messages', async () => (await nodes.announced()) === 3);
    });

    it('publishes nothing after a rollback', async () => {
      const { scheduler } = await nodes.open();
      const undone = await both.knex.transaction();
      await scheduler.enqueue({ type: 'ship' }, { transaction: undone });
      await undone.rollback();
      const failed = both.knex.transaction(async (transaction) => {
        await scheduler.enqueue({ type: 'ship' }, { transaction });
        throw new Error('no order');
      });
      await expect(failed).rejects.toThrow('no order');
      await scheduler.enqueue({ type: 'ship', queue: 'later' });
      await eventually('the later message', async () => (await nodes.announced('later')) === 1);
      expect(await nodes.announced()).toBe(0);
    });

    it('publishes later what its process could not publish before it ended', async () => {
      // This node has the queue of the database, so that Redis gets no message for what it enqueues.
      const dead = createSchedulerNode({
        store: both.databaseStore(),
        clock: both.clock,
        config: { unknownTypes: 'accept' },
      });
      await dead.open();
      await both.knex.transaction((transaction) => dead.scheduler.enqueue({ type: 'ship' }, { transaction }));
      await dead.stop();
      both.advance('11s');
      const clock = new SettableClock();
      await nodes.start({ clock, config: { queues: false } });
      await eventually('the message', async () => {
        await clock.advance('1s');
        return (await nodes.announced()) === 1;
      });
    });
  });
});
