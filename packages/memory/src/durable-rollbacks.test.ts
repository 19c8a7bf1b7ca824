import { type JobContext, JobResult } from '@scheduler/contracts';
import { durableScene } from './test-support/durable-scene.js';

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
    const { clock, node, enqueue, stop } = durableScene(undoing(done), { maxRetries: 1 });
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
    const { node, enqueue, stop } = durableScene(undoing(done, ['charge']), { maxRetries: 0 });
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
    const { clock, node, enqueue, stop } = durableScene(async (context) => {
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
    const { clock, node, enqueue, stop } = durableScene(
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

  it('keep their lease also when the execution was cancelled', async () => {
    const { clock, node, enqueue, stop } = durableScene(async (context) => {
      await context.step('reserve', () => 1, {
        rollback: () =>
          new Promise((resolve) => clock.setTimer({ delayMs: 120_000, callback: () => resolve(null) })),
      });
      const { signal } = context;
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    });
    const { id } = await enqueue({ timeout: '5m' });
    await node.start();
    await clock.advance(0);
    await node.scheduler.cancelExecution(id, 'not wanted');
    await clock.advance('1m');
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'running', fence: 1 });
    await clock.advance('2m');
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'cancelled', fence: 1 });
    await stop();
  });

  it('that take too long are given up', async () => {
    const { clock, node, enqueue, stop } = durableScene(
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
    const scene = durableScene(
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

  it('end with a lost lease, and the next holder undoes what is left', async () => {
    const done: string[] = [];
    const aborted: unknown[] = [];
    const { clock, store, node, enqueue, stop } = durableScene(async (context) => {
      const rollback = ({ name, signal }: { readonly name: string; readonly signal: AbortSignal }) => {
        done.push(`undo ${name} ${context.fence}`);
        if (context.fence > 1) return;
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            aborted.push(signal.reason);
            reject(signal.reason as Error);
          }),
        );
      };
      await context.step('reserve', () => void done.push('reserve'), { rollback });
      await context.step('charge', () => void done.push('charge'), { rollback });
      return JobResult.failure({ error: new Error('no'), retry: false });
    });
    const { id } = await enqueue({ timeout: '10m' });
    await node.start();
    await clock.advance(0);
    expect(done).toEqual(['reserve', 'charge', 'undo charge 1']);
    const heartbeat = jest.spyOn(store.executions, 'heartbeat').mockRejectedValue(new Error('out of reach'));
    await clock.advance('25s');
    heartbeat.mockRestore();
    await clock.advance('1m');
    expect(aborted).toMatchObject([{ code: 'LEASE_LOST' }]);
    expect(done.slice(3)).toEqual(['undo charge 2', 'undo reserve 2']);
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'failed', fence: 2 });
    await stop();
  });

  it('are not called for what the handler itself discards', async () => {
    const done: string[] = [];
    const { node, enqueue, stop } = durableScene(async (context) => {
      await context.step('reserve', () => 1, { rollback: () => void done.push('undo') });
      return JobResult.discarded('nobody wants it');
    });
    const { id } = await enqueue();
    await node.drain();
    expect(done).toEqual([]);
    expect((await node.scheduler.getExecution(id)).reason?.code).toBe('discarded');
    await stop();
  });

  it('of steps that the last attempt did not come to are missed, and the error says so', async () => {
    const { clock, node, enqueue, stop } = durableScene(
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
