import { defineHandler, type HandledJob, trigger } from '@scheduler/contracts';
import { eventually } from '@scheduler/test-support';
import { besideDatabase } from './test-support/beside-database.js';
import { TestNodes } from './test-support/test-nodes.js';

describe.each(['sqlite', 'postgres'] as const)('beside %s', (name) => {
  besideDatabase(name, (both) => {
    const nodes = new TestNodes(both);
    let started: { readonly payload: unknown; readonly atMs: number }[];
    let door: Promise<void>;
    let openDoor: () => void;

    const work = defineHandler({
      type: 'work',
      handle: async ({ payload }: HandledJob) => {
        started.push({ payload, atMs: Date.now() });
        if (payload === 'slow') await door;
      },
    });
    /** Nothing can be found by a poll within the time of a test. */
    const options = { handlers: [work], config: { pollInterval: '10m' } };
    const slowJob = {
      name: 'slow job',
      type: 'work',
      payload: 'slow',
      trigger: trigger.once(new Date('2999-01-01')),
    };

    beforeEach(async () => {
      await both.empty();
      started = [];
      door = new Promise((resolve) => (openDoor = resolve));
    });
    afterEach(async () => {
      openDoor();
      await nodes.stop();
    });

    const runs = (count: number) => eventually(`run ${count}`, () => started.length >= count);

    it.each([50, 700])('starts work for %d ms later at its instant (F115, F128)', async (delayMs) => {
      await nodes.start(options);
      const client = await nodes.open();
      const at = Date.now() + delayMs;
      await client.scheduler.enqueueAt({ type: 'work', payload: 'later' }, new Date(at));
      await runs(1);
      expect(started[0]!.atMs).toBeGreaterThanOrEqual(at - 5);
    });

    it('starts what waits for its job when the job is free (F112)', async () => {
      const node = await nodes.start(options);
      const job = await node.scheduler.schedule({ ...slowJob, payload: 'fast' });
      for (let run = 0; run < 20; run += 1) await node.scheduler.runNow(job.id);
      await runs(20);
    });

    it('starts it on another node, where the one that ran the job is stopping (F112)', async () => {
      const one = await nodes.start(options);
      const job = await one.scheduler.schedule(slowJob);
      await one.scheduler.runNow(job.id);
      await runs(1);
      const other = await nodes.start(options);
      await other.scheduler.runNow(job.id);
      const stopped = one.stop();
      openDoor();
      await runs(2);
      await stopped;
    });
  });
});
