import { setTimeout as sleep } from 'node:timers/promises';
import { defineHandler } from '@scheduler/contracts';
import type { SchedulerConfigInput } from '@scheduler/core';
import { besideDatabase } from './test-support/beside-database.js';
import { TestNodes } from './test-support/test-nodes.js';
import { eventually } from '@scheduler/test-support';

/** Long enough for whatever was on its way. */
const A_WHILE_MS = 300;

describe.each(['sqlite', 'postgres'] as const)('two nodes on %s', (name) => {
  besideDatabase(name, (both) => {
    const nodes = new TestNodes(both);
    let started: string[];
    let underWay: number;
    let most: number;
    /** What handlers wait for. */
    let door: Promise<void>;
    let openDoor: () => void;

    beforeEach(async () => {
      await both.empty();
      [started, underWay, most] = [[], 0, 0];
      door = new Promise((resolve) => (openDoor = resolve));
    });
    afterEach(async () => {
      openDoor();
      await nodes.stop();
    });

    const work = defineHandler({
      type: 'work',
      handle: async ({ payload }) => {
        started.push(String(payload));
        underWay += 1;
        most = Math.max(most, underWay);
        await door;
        underWay -= 1;
      },
    });
    const startTwo = async (config: SchedulerConfigInput = {}) => {
      const options = { handlers: [work], config: { pollInterval: 100, ...config } };
      return [await nodes.start(options), await nodes.start(options)] as const;
    };
    const items = (count: number) =>
      Array.from({ length: count }, (_, payload) => ({ type: 'work', payload }));
    const ended = async (count: number) => {
      const done = both.knex(`${both.tablePrefix}executions`).where({ status: 'success' });
      return Number((await done.count({ n: '*' }))[0]?.['n']) === count;
    };
    const eachOnce = (count: number) => {
      expect(started).toHaveLength(count);
      expect(new Set(started).size).toBe(count);
    };

    it('start nothing of a paused queue, lose nothing of it, and run all once it is resumed (F108)', async () => {
      const [one, two] = await startTwo();
      openDoor();
      await one.queues.pause('default');
      await two.scheduler.enqueueMany(items(50));
      await sleep(A_WHILE_MS);
      expect(started).toEqual([]);
      await two.queues.resume('default');
      await eventually('the end of 50', () => ended(50));
      eachOnce(50);
    });

    it('start nothing more of a queue that is paused while messages wait', async () => {
      const [one, two] = await startTwo({ queues: { default: 2 } });
      await one.scheduler.enqueueMany(items(40));
      await eventually('the start of 4', () => started.length === 4);
      await two.queues.pause('default');
      await sleep(A_WHILE_MS);
      openDoor();
      await eventually('the end of 4', () => ended(4));
      await sleep(A_WHILE_MS);
      eachOnce(4);
      await one.queues.resume('default');
      await eventually('the end of 40', () => ended(40));
      eachOnce(40);
    });

    it('run as many at once as was set for each of them, and for all together (F108)', async () => {
      const [one, two] = await startTwo({ queues: { default: 10 } });
      await one.queues.scale('default', 3);
      await two.queues.limit('default', 4);
      await sleep(A_WHILE_MS);
      await one.scheduler.enqueueMany(items(30));
      await eventually('the start of 4', () => started.length === 4);
      await sleep(A_WHILE_MS);
      expect(most).toBe(4);
      await one.queues.limit('default', null);
      await eventually('the start of 6', () => started.length === 6);
      await sleep(A_WHILE_MS);
      expect(most).toBe(6);
      openDoor();
      await eventually('the end of 30', () => ended(30));
      eachOnce(30);
      expect(most).toBe(6);
    });

    it('go on without one of them, which ends what it runs and leaves the rest', async () => {
      const [one, two] = await startTwo({ queues: { default: 3 } });
      await one.scheduler.enqueueMany(items(60));
      await eventually('the start of 6', () => started.length === 6);
      const stopped = one.stop();
      await sleep(A_WHILE_MS);
      openDoor();
      await stopped;
      await eventually('the end of 60', () => ended(60));
      eachOnce(60);
      expect((await two.queues.stats('default'))[0]).toMatchObject({ available: 0, running: 0 });
    });
  });
});
