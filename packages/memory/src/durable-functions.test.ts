import { type JobContext, JobResult, TELEMETRY_CHANNELS } from '@scheduler/contracts';
import { telemetry } from '@scheduler/core';
import { durableScene } from './test-support/durable-scene.js';

describe('steps of a handler', () => {
  it('are called once, and a retry goes on after the last finished one', async () => {
    const calls: string[] = [];
    const seen: unknown[] = [];
    const { clock, node, enqueue, stop } = durableScene(async (context) => {
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
    const { clock, node, enqueue, stop } = durableScene(async (context) => {
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
    const { clock, store, node, enqueue, stop } = durableScene(async (context) => {
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
    const { node, enqueue, stop } = durableScene(handle);
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
    const { clock, node, enqueue, stop } = durableScene(async (context) => {
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

describe('telemetry of steps of a handler', () => {
  it('is that of steps of workflows, with the execution as the run', async () => {
    const heard: [string, unknown][] = [];
    const leave = telemetry.subscribeMany(TELEMETRY_CHANNELS, (message, name) => {
      if (name.startsWith('scheduler:workflow:')) heard.push([name, message]);
    });
    const { node, enqueue, stop } = durableScene(
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
