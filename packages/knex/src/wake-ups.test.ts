import { defineHandler, type HandledJob, trigger } from '@scheduler/contracts';
import type { SchedulerConfigInput } from '@scheduler/core';
import { eventually } from '@scheduler/test-support';
import { DATABASES, onEach } from './test-support/on-database.js';
import { TestNodes } from './test-support/test-nodes.js';

/** Nothing can be found by a poll within the time of a test. */
const NEVER_POLLS: SchedulerConfigInput = { pollInterval: '10m' };

onEach(DATABASES, (database) => {
  const nodes = new TestNodes(database);
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
  const options = { handlers: [work], config: NEVER_POLLS };
  const slowJob = {
    name: 'slow job',
    type: 'work',
    payload: 'slow',
    trigger: trigger.once(new Date('2999-01-01')),
  };

  beforeEach(async () => {
    await database.empty();
    started = [];
    door = new Promise((resolve) => (openDoor = resolve));
  });
  afterEach(async () => {
    openDoor();
    await nodes.stop();
  });

  const runs = (count: number) => eventually(`run ${count}`, () => started.length >= count);

  it('starts work for later at its instant, though other work waits for its job (F115)', async () => {
    const node = await nodes.start(options);
    const job = await node.scheduler.schedule(slowJob);
    await node.scheduler.runNow(job.id);
    await runs(1);
    await node.scheduler.runNow(job.id);
    const at = Date.now() + 700;
    await node.scheduler.enqueueAt({ type: 'work', payload: 'later' }, new Date(at));
    await runs(2);
    expect(started[1]).toMatchObject({ payload: 'later' });
    expect(started[1]!.atMs).toBeGreaterThanOrEqual(at - 5);
  });

  it('starts what waits for its job when the job is free (F112)', async () => {
    const node = await nodes.start(options);
    const job = await node.scheduler.schedule({ ...slowJob, payload: 'fast' });
    for (let run = 0; run < 20; run += 1) await node.scheduler.runNow(job.id);
    await runs(20);
  });

  it('starts what waits for a concurrency key, or for a place in its queue, when there is one (F112)', async () => {
    const node = await nodes.start(options);
    await node.queues.limit('default', 1);
    const keyed = { type: 'work', concurrencyKey: 'account 7', concurrencyLimit: 1 };
    for (let run = 0; run < 5; run += 1) {
      await node.scheduler.enqueue(keyed);
      await node.scheduler.enqueue({ type: 'work' });
    }
    await runs(10);
  });

  // On the others nodes can only poll.
  const forServers = database.name === 'postgres' ? it : it.skip;
  forServers('starts it on another node, where the one that ran the job is stopping (F112)', async () => {
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
