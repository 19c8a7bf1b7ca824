import { defineHandler, type Execution, type SchedulerStore } from '@scheduler/contracts';
import { cuttable } from './test-support/cuttable.js';
import { gate, recorder, scene, type SceneOptions } from './test-support/scene.js';

const queues = (slots: number) => ({ queues: { default: slots } });

/** A scene whose handlers take some time, and which notes for each claim when it was made and when its handler started. */
function timedScene(options: SceneOptions, lastsMs: number) {
  const base = scene();
  const { clock } = base;
  const claimedAt = new Map<string, number>();
  const waits: number[] = [];
  const calls: string[] = [];
  const { link, store } = cuttable(
    withCalls(base.store, (name, answer) => {
      calls.push(name);
      if (name !== 'claim') return;
      for (const { id, fence } of answer as Execution[]) claimedAt.set(`${id} ${fence}`, clock.monotonicMs());
    }),
  );
  const timed = defineHandler({
    type: 'timed',
    handle: (_, { executionId, fence }) => {
      waits.push(clock.monotonicMs() - (claimedAt.get(`${executionId} ${fence}`) ?? Number.NaN));
      return new Promise<void>((resolve) => clock.setTimer({ delayMs: lastsMs, callback: resolve }));
    },
  });
  const handlers = [timed, ...(options.handlers ?? [])];
  return { ...scene({ ...options, clock, store, handlers }), link, waits, calls };
}

function withCalls(store: SchedulerStore, noteCall: (name: string, answer: unknown) => void): SchedulerStore {
  const executions = new Proxy(store.executions, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        const answer = await method.apply(target, args);
        noteCall(String(name), answer);
        return answer;
      };
    },
  });
  return { ...store, open: () => store.open(), close: () => store.close(), executions } as SchedulerStore;
}

/** All stored executions. */
async function all({ executions }: SchedulerStore): Promise<readonly Execution[]> {
  return (await executions.list({ tenant: null, offset: 0, limit: 1_000, sortOrder: 'asc' })).items;
}

const many = (count: number, type: string) => Array.from({ length: count }, () => ({ type }));

describe('an execution that waits in its node for a slot', () => {
  it('takes as long as its handler: 200 handlers of 20 ms in one slot take 20 ms each', async () => {
    const { node, clock, store } = timedScene({ config: queues(1) }, 20);
    await node.start();
    await node.scheduler.enqueueMany(many(200, 'timed'));
    await clock.advance('10s');
    const items = await all(store);
    expect(items).toHaveLength(200);
    expect(new Set(items.map(({ durationMs }) => durationMs))).toEqual(new Set([20]));
    for (const { attempts, startedAt, finishedAt } of items) {
      expect(attempts).toMatchObject([{ status: 'success', startedAt, finishedAt }]);
    }
    await node.stop();
  });

  it('is not timed out by the time that it waited', async () => {
    const { node, clock, store } = timedScene({ config: queues(1) }, 20);
    await node.start();
    await node.scheduler.enqueueMany(many(100, 'timed').map((item) => ({ ...item, timeout: '50ms' })));
    await clock.advance('10s');
    const items = await all(store);
    expect(items.filter(({ status }) => status === 'success')).toHaveLength(100);
    await node.stop();
  });

  it('waits at most a second from its claim, whatever the handlers take', async () => {
    const { node, clock, waits } = timedScene({ config: queues(5) }, 250);
    await node.start();
    await node.scheduler.enqueueMany(many(600, 'timed'));
    await clock.advance('40s');
    expect(waits).toHaveLength(600);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_000);
    await node.stop();
  });

  it('is stored as running only where it soon does', async () => {
    const { node, clock, store } = timedScene({ config: queues(5) }, 250);
    await node.start();
    await node.scheduler.enqueueMany(many(600, 'timed'));
    const running: number[] = [];
    for (let second = 0; second < 40; second += 1) {
      await clock.advance('1s');
      running.push((await store.executions.count({ tenant: null })).running);
    }
    // Five in their slots, and what five handlers of 250 ms leave room for within 200 ms.
    expect(Math.max(...running)).toBeLessThanOrEqual(5 + 4);
    await node.stop();
  });

  it('goes back and is not started late where the store is away when its second is over', async () => {
    const blocking = gate('gate');
    const { node, clock, link, waits, store } = timedScene(
      { config: queues(1), handlers: [blocking.handler] },
      1,
    );
    await node.start();
    // Fast work lets the lane claim ahead.
    await node.scheduler.enqueueMany([
      ...many(20, 'timed'),
      { type: 'gate', priority: 'low' },
      ...many(20, 'timed').map((item) => ({ ...item, priority: 'lowest' as const })),
    ]);
    while (blocking.waiting.length === 0) await clock.advance(1);
    const { running } = await store.executions.count({ tenant: null });
    expect(running).toBeGreaterThan(1);
    link.cut = true;
    await clock.advance('7s');
    blocking.waiting[0]?.end();
    await clock.advance('1s');
    expect(waits).toHaveLength(20);
    link.cut = false;
    await clock.advance('20s');
    expect(waits).toHaveLength(40);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_000);
    const items = await all(store);
    expect(new Set(items.map(({ status, attemptsUsed }) => `${status} ${attemptsUsed}`))).toEqual(
      new Set(['success 1']),
    );
    await node.stop();
  });

  it('never starts once it is cancelled, and ends as cancelled without an attempt', async () => {
    const blocking = gate('gate');
    const { node, clock, waits, store } = timedScene({ config: queues(1), handlers: [blocking.handler] }, 1);
    await node.start();
    await node.scheduler.enqueueMany([...many(20, 'timed'), { type: 'gate', priority: 'low' }]);
    const { id } = await node.scheduler.enqueue({ type: 'timed', priority: 'lowest' });
    while (blocking.waiting.length === 0) await clock.advance(1);
    const claimed = await store.executions.get({ id, tenant: null });
    expect(claimed).toMatchObject({ status: 'running', startConfirmed: false });
    await node.scheduler.cancelExecution(id, 'not needed');
    blocking.waiting[0]?.end();
    await clock.advance('5s');
    expect(waits).toHaveLength(20);
    expect(await node.scheduler.getExecution(id)).toMatchObject({
      status: 'cancelled',
      reason: { code: 'cancelled', message: 'not needed' },
      attempts: [],
      attemptsUsed: 0,
      startedAt: null,
      durationMs: null,
    });
    await node.stop();
  });
});

describe('the start of a handler', () => {
  it('is stored within a second while the handler runs', async () => {
    const slow = gate('slow');
    const { node, clock } = scene({ handlers: [slow.handler] });
    await node.start();
    const { id } = await node.scheduler.enqueue({ type: 'slow' });
    await clock.advance(10);
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'running', startConfirmed: false });
    await clock.advance('1s');
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'running', startConfirmed: true });
    slow.waiting[0]?.end();
    await node.stop();
  });

  it('costs no write of its own where the handler ends before', async () => {
    const { node, clock, calls } = timedScene({ config: queues(2) }, 20);
    await node.start();
    await node.scheduler.enqueueMany(many(100, 'timed'));
    await clock.advance('5s');
    expect(calls).toContain('settle');
    expect(calls).not.toContain('heartbeat');
    await node.stop();
  });

  it('decides whether a lost node costs an attempt', async () => {
    const { node, clock, store } = scene({ handlers: [recorder('work').handler] });
    const { id } = await node.scheduler.enqueue({ type: 'work', maxRetries: 0 });
    for (let loss = 1; loss <= 4; loss += 1) {
      await store.executions.claim({
        lanes: [{ queue: 'default', limit: 1 }],
        owner: 'dead',
        leaseMs: 1_000,
      });
      clock.jump(2_000);
      await store.executions.rescue({ graceMs: 0, limit: 10, deadLetterQueue: 'dead' });
      expect(await node.scheduler.getExecution(id)).toMatchObject({
        status: 'pending',
        attemptsUsed: 0,
        attempts: [],
        unstartedRescues: loss,
      });
    }
    await node.start();
    await clock.advance('1s');
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'success', attemptsUsed: 1 });
    await node.stop();
  });

  it('is stored before the handler is called, after two nodes were lost before it was known', async () => {
    const known: unknown[] = [];
    const work = recorder('work', async ({ context }) => {
      known.push((await store.executions.get({ id: context.executionId, tenant: null }))?.startConfirmed);
    });
    const { node, clock, store } = scene({ handlers: [work.handler] });
    const { id } = await node.scheduler.enqueue({ type: 'work' });
    await node.scheduler.enqueue({ type: 'work', priority: 'low' });
    for (let loss = 1; loss <= 2; loss += 1) {
      await store.executions.claim({
        lanes: [{ queue: 'default', limit: 1 }],
        owner: 'dead',
        leaseMs: 1_000,
      });
      clock.jump(2_000);
      await store.executions.rescue({ graceMs: 0, limit: 10, deadLetterQueue: 'dead' });
    }
    await node.start();
    await clock.advance('1s');
    expect(work.calls.map(({ context }) => context.executionId)).toContain(id);
    expect(known).toEqual(expect.arrayContaining([true, false]));
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'success', unstartedRescues: 2 });
    await node.stop();
  });
});
