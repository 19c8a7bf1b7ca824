import {
  defineHandler,
  type HandledJob,
  type JobContext,
  JobResult,
  silentLogger,
  TELEMETRY_CHANNELS,
} from '@scheduler/contracts';
import { createSchedulerNode, telemetry } from '@scheduler/core';
import { SettableClock } from '@scheduler/testing';
import { createMemoryStore } from './memory-store.js';

type Handle = (context: JobContext, job: HandledJob) => unknown;

function setUp(handle: Handle, { nodes = 1, maxRetries = 2 } = {}) {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const store = createMemoryStore({ clock });
  const handler = defineHandler({
    type: 'order',
    handle: async (job, context) => handle(context, job) as never,
  });
  const created = Array.from({ length: nodes }, () =>
    createSchedulerNode({ store, clock, handlers: [handler], logger: silentLogger }),
  );
  const [node] = created;
  if (node === undefined) throw new Error('at least one node');
  const enqueue = (policy = {}) =>
    node.scheduler.enqueue({
      type: 'order',
      maxRetries,
      backoff: { strategy: 'fixed', delay: '1s' },
      ...policy,
    });
  const stop = () => Promise.all(created.map((one) => one.stop()));
  return { clock, store, node, nodes: created, enqueue, stop };
}

describe('steps of a handler', () => {
  it('are called once, and a retry goes on after the last finished one', async () => {
    const calls: string[] = [];
    const seen: unknown[] = [];
    const { clock, node, enqueue, stop } = setUp(async (context) => {
      seen.push(await context.step('reserve', () => (calls.push('reserve'), { id: 7 })));
      seen.push(await context.step('note', () => void calls.push('note')));
      await context.step('charge', () => {
        calls.push('charge');
        if (context.attempt === 1) throw new Error('no money');
      });
      return JobResult.success('done');
    });
    const { id } = await enqueue();
    await node.start();
    await clock.advance('10s');
    expect(calls).toEqual(['reserve', 'note', 'charge', 'charge']);
    expect(seen).toEqual([{ id: 7 }, undefined, { id: 7 }, undefined]);
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'success', output: 'done' });
    await stop();
  });

  it('stand beside the own checkpoint of the handler', async () => {
    const found: unknown[] = [];
    const { clock, node, enqueue, stop } = setUp(async (context) => {
      found.push(context.lastCheckpoint);
      await context.step('first', () => 1);
      if (context.attempt === 1) await context.checkpoint({ row: 5 });
      found.push(context.lastCheckpoint);
      await context.step('second', () => 2);
      found.push(context.lastCheckpoint);
      if (context.attempt === 1) throw new Error('again');
    });
    await enqueue();
    await node.start();
    await clock.advance('10s');
    const row = { row: 5 };
    expect(found).toEqual([null, row, row, row, row, row]);
    await stop();
  });

  it('go on on another node when the one that ran them was lost, and what that one still does is refused', async () => {
    const calls: string[] = [];
    let release: () => void = () => undefined;
    const frozen = new Promise<void>((resolve) => (release = resolve));
    const late: unknown[] = [];
    const { clock, store, node, enqueue, stop } = setUp(async (context) => {
      await context.step('reserve', () => void calls.push('reserve'));
      const charge = context.step('charge', async () => {
        calls.push(`charge ${context.fence}`);
        if (context.fence === 1) await frozen;
      });
      await charge.catch((error: unknown) => late.push(error));
      await context.step('ship', () => void calls.push(`ship ${context.fence}`));
    });
    const { id } = await enqueue();
    await node.start();
    await clock.advance(0);
    // The node is frozen: its lease expires, and another one rescues the execution.
    const { executions } = store;
    const held = await executions.get({ id, tenant: null });
    expect(held?.progress?.checkpoint).toMatchObject({ 'scheduler:steps': [['reserve']] });
    jest.spyOn(executions, 'heartbeat').mockRejectedValue(new Error('out of reach'));
    await clock.advance('1m');
    release();
    await clock.advance('1m');
    expect(calls).toEqual(['reserve', 'charge 1', 'charge 2', 'ship 2']);
    expect(late).toMatchObject([{ code: 'LEASE_LOST' }]);
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'success' });
    await stop();
  });

  it.each<[string, (context: JobContext) => Promise<unknown>, string]>([
    [
      'a name that was used before',
      async ({ step }) => {
        await step('a', () => 1);
        await step('a', () => 2);
      },
      'step name: was used before in this attempt, got "a"',
    ],
    ['no name', ({ step }) => step('', () => 1), 'is not the name of a step'],
    ['no function', ({ step }) => step('a', 1 as never), "step 'a': its function"],
    ['an unknown option', ({ step }) => step('a', () => 1, { rolback: 1 } as never), "step 'a': rolback"],
    [
      'a rollback that is none',
      ({ step }) => step('a', () => 1, { rollback: 1 as never }),
      "step 'a': rollback",
    ],
    [
      'a result that is not JSON',
      ({ step }) => step('a', () => new Map()),
      "the result of step 'a': is not a plain",
    ],
    [
      'results that are too big together',
      async ({ step }) => {
        await step('a', () => 'x'.repeat(200_000));
        await step('b', () => 'x'.repeat(100_000));
      },
      "the result of step 'b': makes the checkpoint with all results of steps too big (300",
    ],
    [
      'a checkpoint that has the member of the steps',
      ({ checkpoint }) => checkpoint({ 'scheduler:steps': [] }),
      "has the member 'scheduler:steps'",
    ],
  ])('refuse %s, and the execution is not retried', async (_, handle, message) => {
    const { node, enqueue, stop } = setUp(handle);
    const { id } = await enqueue();
    await node.drain();
    expect(await node.scheduler.getExecution(id)).toMatchObject({
      status: 'failed',
      attemptsUsed: 1,
      error: { code: 'RESULT_INVALID', message: expect.stringContaining(message) },
    });
    await stop();
  });

  it('may run at the same time', async () => {
    let calls = 0;
    const { clock, node, enqueue, stop } = setUp(async (context) => {
      const numbers = [1, 2, 3];
      await Promise.all(numbers.map((n) => context.step(`n-${n}`, () => Promise.resolve((calls += 1)))));
      if (context.attempt === 1) throw new Error('again');
    });
    await enqueue();
    await node.start();
    await clock.advance('10s');
    expect(calls).toBe(3);
    await stop();
  });
});

describe('rollbacks of steps', () => {
  const undoing = (done: string[], broken: readonly string[] = []) =>
    async function handle(context: JobContext) {
      for (const name of ['reserve', 'charge', 'ship'])
        await context.step(name, () => ({ of: name }), {
          rollback: ({ output }) => {
            done.push(`undo ${output.of}`);
            if (broken.includes(name)) throw new Error(`${name} cannot be undone`);
          },
        });
      throw new Error('no more stock');
    };

  it('are called in reverse order when the execution fails for good, before the failure is recorded', async () => {
    const done: string[] = [];
    const { clock, node, enqueue, stop } = setUp(undoing(done), { maxRetries: 1 });
    const { id } = await enqueue();
    await node.start();
    await clock.advance(0);
    expect(done).toEqual([]);
    await clock.advance('10s');
    expect(done).toEqual(['undo ship', 'undo charge', 'undo reserve']);
    expect(await node.scheduler.getExecution(id)).toMatchObject({
      status: 'failed',
      error: { message: 'no more stock' },
      progress: { checkpoint: null },
    });
    await stop();
  });

  it('go on after one of them failed, and the error says what could not be undone', async () => {
    const done: string[] = [];
    const { node, enqueue, stop } = setUp(undoing(done, ['charge']), { maxRetries: 0 });
    const { id } = await enqueue();
    await node.drain();
    expect(done).toEqual(['undo ship', 'undo charge', 'undo reserve']);
    expect(await node.scheduler.getExecution(id)).toMatchObject({
      status: 'failed',
      error: { message: "no more stock; the rollback of step 'charge' failed: charge cannot be undone" },
      progress: { checkpoint: { 'scheduler:steps': [['charge', { of: 'charge' }]] } },
    });
    expect(await node.scheduler.executionLogs(id)).toMatchObject([
      { level: 'error', message: "the rollback of step 'charge' failed" },
    ]);
    await stop();
  });

  it('are called when the execution is cancelled, after the step that still runs, whose success is undone too', async () => {
    const done: string[] = [];
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    const rollback = ({ name }: { readonly name: string }) => void done.push(`undo ${name}`);
    const { clock, node, enqueue, stop } = setUp(async (context) => {
      await context.step('reserve', () => 1, { rollback });
      await context.step('charge', () => slow.then(() => void done.push('charged')), { rollback });
      await context.step('ship', () => void done.push('shipped'));
    });
    const { id } = await enqueue();
    await node.start();
    await clock.advance(0);
    await node.scheduler.cancelExecution(id, 'not wanted');
    await clock.advance('1s');
    expect(done).toEqual([]);
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'running' });
    release();
    await clock.advance('1s');
    expect(done).toEqual(['charged', 'undo charge', 'undo reserve']);
    expect(await node.scheduler.getExecution(id)).toMatchObject({
      status: 'cancelled',
      reason: { message: 'not wanted' },
    });
    await stop();
  });

  it('keep their lease while they run, and are not called while the execution is tried again', async () => {
    const done: string[] = [];
    const { clock, node, enqueue, stop } = setUp(
      async (context) => {
        await context.step('reserve', () => 1, {
          rollback: async () => {
            done.push('begin');
            await new Promise((resolve) =>
              clock.setTimer({ delayMs: 120_000, callback: () => resolve(null) }),
            );
            done.push('end');
          },
        });
        throw new Error('no');
      },
      { maxRetries: 0 },
    );
    const { id } = await enqueue({ timeout: '5m' });
    await node.start();
    await clock.advance('1m');
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'running', fence: 1 });
    await clock.advance('2m');
    expect(done).toEqual(['begin', 'end']);
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'failed', fence: 1 });
    await stop();
  });

  it('that take too long are given up', async () => {
    const { clock, node, enqueue, stop } = setUp(
      async (context) => {
        await context.step('reserve', () => 1, { rollback: () => new Promise(() => undefined) });
        throw new Error('no');
      },
      { maxRetries: 0 },
    );
    const { id } = await enqueue({ timeout: '10s' });
    await node.start();
    await clock.advance('11s');
    expect(await node.scheduler.getExecution(id)).toMatchObject({
      status: 'failed',
      error: { message: "no; the rollback of step 'reserve' failed: it took longer than 10000 ms" },
    });
    await stop();
  });

  it('go on on another node when theirs stops, and a step that was undone is called again there', async () => {
    const done: string[] = [];
    const scene = setUp(
      async (context) => {
        const rollback = ({ name, signal }: { readonly name: string; readonly signal: AbortSignal }) => {
          done.push(`undo ${name} ${context.fence}`);
          if (name !== 'reserve' || context.fence > 1) return;
          return new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason as Error)),
          );
        };
        await context.step('reserve', () => void done.push('reserve'), { rollback });
        await context.step('charge', () => void done.push('charge'), { rollback });
        throw new Error('no');
      },
      { nodes: 2, maxRetries: 0 },
    );
    const [first, second] = scene.nodes;
    const { id } = await scene.enqueue();
    await first?.start();
    await scene.clock.advance(0);
    expect(done).toEqual(['reserve', 'charge', 'undo charge 1', 'undo reserve 1']);
    const stopping = first?.stop();
    await scene.clock.advance('1m');
    await stopping;
    await second?.start();
    await scene.clock.advance('1m');
    expect(done.slice(4)).toEqual(['charge', 'undo charge 2', 'undo reserve 2']);
    expect(await scene.store.executions.get({ id, tenant: null })).toMatchObject({
      status: 'failed',
      fence: 2,
    });
    await second?.stop();
  });

  it('of steps that the last attempt did not come to are missed, and the error says so', async () => {
    const { clock, node, enqueue, stop } = setUp(
      async (context) => {
        if (context.attempt === 2) throw new Error('it stops before the step');
        await context.step('reserve', () => 1, { rollback: () => undefined });
        throw new Error('no');
      },
      { maxRetries: 1 },
    );
    const { id } = await enqueue();
    await node.start();
    await clock.advance('10s');
    expect((await node.scheduler.getExecution(id)).error?.message).toBe(
      "it stops before the step; step 'reserve' was not undone, because the last attempt did not come to it",
    );
    await stop();
  });
});

describe('telemetry of steps of a handler', () => {
  it('is that of steps of workflows, with the execution as the run', async () => {
    const heard: [string, unknown][] = [];
    const leave = telemetry.subscribeMany(TELEMETRY_CHANNELS, (message, name) => {
      if (name.startsWith('scheduler:workflow:')) heard.push([name, message]);
    });
    const { node, enqueue, stop } = setUp(
      async (context) => {
        await context.step('reserve', () => 'secret', { rollback: () => undefined });
        await context.step('charge', () => {
          throw new Error('no money');
        });
      },
      { maxRetries: 0 },
    );
    const { id } = await enqueue();
    await node.drain();
    leave();
    const common = { runId: id, rootId: id, executionId: id, workflow: 'order', tenant: null };
    expect(heard).toEqual([
      ['scheduler:workflow:step:start', { ...common, step: 'reserve' }],
      ['scheduler:workflow:step:stop', { ...common, step: 'reserve', outcome: 'succeeded', durationMs: 0 }],
      ['scheduler:workflow:step:start', { ...common, step: 'charge' }],
      [
        'scheduler:workflow:step:exception',
        { ...common, step: 'charge', error: 'no money', verdict: null, durationMs: 0 },
      ],
      ['scheduler:workflow:rollback:start', { ...common, step: 'reserve' }],
      ['scheduler:workflow:rollback:stop', { ...common, step: 'reserve', durationMs: 0 }],
    ]);
    await stop();
  });
});
