import { defineHandler, type Execution, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { graphStep, workflowScene } from './test-support/workflow-scene.js';

type Scene = ReturnType<typeof workflowScene>;

/** Handlers that fail as long as their name stands in `broken`, and note each call. */
function breakable(names: readonly string[]) {
  const broken = new Set<string>();
  const calls: string[] = [];
  const handlers = Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        calls.push(name);
        if (broken.has(name)) throw new Error(`${name} is broken`);
      },
    ]),
  );
  return { broken, calls, handlers };
}

async function executionOf({ node }: Scene, type: string): Promise<Execution> {
  const { items } = await node.scheduler.listExecutions({});
  const found = items.find((execution) => execution.type === type);
  if (found === undefined) throw new Error(`no execution has the type ${type}`);
  return found;
}

const run = (scene: Scene, id = 'run-1') => scene.runs.get({ id, tenant: null });

describe('the retry of an execution that is a step of a workflow', () => {
  function setUp(steps = [graphStep('reserve'), graphStep('charge', { after: ['reserve'] })]) {
    const given = breakable(['reserve', 'charge', 'notify', 'reserve:rollback']);
    return { ...given, scene: workflowScene({ steps, handlers: given.handlers }) };
  }

  it('lets the workflow go on from that step, and keeps what came before it', async () => {
    const { broken, calls, scene } = setUp();
    broken.add('charge');
    await scene.start();
    await scene.node.drain();
    expect(await run(scene)).toMatchObject({ status: 'failed' });
    broken.clear();
    const failed = await executionOf(scene, 'workflow.order.charge');
    const retried = await scene.node.scheduler.retryExecution(failed.id);
    expect(retried).toMatchObject({ status: 'pending', workflow: { step: 'charge', round: 1 } });
    await scene.node.drain();
    expect(await run(scene)).toMatchObject({ status: 'completed', round: 1 });
    expect(calls).toEqual(['reserve', 'charge', 'charge']);
    expect((await scene.node.deadLetters.list()).total).toBe(0);
    await expect(scene.node.scheduler.retryExecution(failed.id)).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      message: expect.stringContaining('see step charge of workflow run-1'),
    });
    await scene.node.stop();
  });

  it('repeats what was undone first, and returns the execution with which the workflow goes on', async () => {
    const { broken, calls, scene } = setUp([
      graphStep('reserve', { hasRollback: true }),
      graphStep('charge', { after: ['reserve'] }),
    ]);
    broken.add('charge');
    await scene.start();
    await scene.node.drain();
    expect(await run(scene)).toMatchObject({ status: 'compensated' });
    broken.clear();
    const failed = await executionOf(scene, 'workflow.order.charge');
    const retried = await scene.node.scheduler.retryExecution(failed.id);
    expect(retried).toMatchObject({ status: 'pending', workflow: { step: 'reserve', round: 1 } });
    await scene.node.drain();
    expect(await run(scene)).toMatchObject({ status: 'completed' });
    expect(calls).toEqual(['reserve', 'charge', 'reserve:rollback', 'reserve', 'charge']);
    await scene.node.stop();
  });

  it('is refused while the workflow has not ended, and then nothing changes', async () => {
    const { broken, scene } = setUp([
      graphStep('notify', { onError: 'continue' }),
      graphStep('ask', { kind: 'approval' }),
    ]);
    broken.add('notify');
    await scene.start();
    await scene.node.drain();
    const failed = await executionOf(scene, 'workflow.order.notify');
    await expect(scene.node.scheduler.retryExecution(failed.id)).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      message: 'workflow run-1 is running and cannot become running; wait until it has ended',
    });
    await expect(scene.node.deadLetters.retry(failed.id)).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
    });
    expect(await scene.node.deadLetters.retryAll()).toBe(0);
    expect((await scene.node.deadLetters.list()).total).toBe(1);
    await scene.node.stop();
  });

  it('names the workflow where it does not exist any more', async () => {
    const { broken, scene } = setUp();
    broken.add('charge');
    await scene.start('run-1', 'acme');
    await scene.node.drain();
    const failed = await executionOf(scene, 'workflow.order.charge');
    await scene.runs.deleteOfTenant({ tenant: 'acme', limit: 10 });
    await expect(scene.node.scheduler.retryExecution(failed.id)).rejects.toMatchObject({
      code: 'WORKFLOW_NOT_FOUND',
    });
    await scene.node.stop();
  });

  it('can still be cancelled by hand', async () => {
    const { scene } = setUp();
    await scene.start();
    const waiting = await executionOf(scene, 'workflow.order.reserve');
    expect(await scene.node.scheduler.cancelExecution(waiting.id)).toMatchObject({ state: 'cancelled' });
    expect(await run(scene)).toMatchObject({
      status: 'failed',
      steps: { reserve: { verdict: 'execution_cancelled' } },
    });
    await scene.node.stop();
  });
});

describe('dead letters that are steps of workflows', () => {
  it('are retried by their workflow, once', async () => {
    const { broken, calls, handlers } = breakable(['charge']);
    const scene = workflowScene({ steps: [graphStep('charge')], handlers });
    broken.add('charge');
    await scene.start();
    await scene.node.drain();
    broken.clear();
    const [letter] = (await scene.node.deadLetters.list()).items;
    const id = letter?.id ?? '';
    expect(await scene.node.deadLetters.retry(id)).toMatchObject({
      state: 'retried',
      execution: { workflow: { step: 'charge', round: 1 } },
    });
    expect(await scene.node.deadLetters.retry(id)).toEqual({ state: 'not_dead' });
    await scene.node.drain();
    expect(calls).toEqual(['charge', 'charge']);
    expect(await run(scene)).toMatchObject({ status: 'completed' });
    await scene.node.stop();
  });

  it('are gone when their step was retried in another way', async () => {
    const { broken, calls, handlers } = breakable(['charge']);
    const scene = workflowScene({ steps: [graphStep('charge')], handlers });
    broken.add('charge');
    await scene.start();
    await scene.node.drain();
    broken.clear();
    await scene.runs.change({ id: 'run-1', tenant: null, command: { kind: 'retry', steps: null } });
    await scene.node.drain();
    const [letter] = (await scene.node.deadLetters.list()).items;
    expect(await scene.node.deadLetters.retry(letter?.id ?? '')).toEqual({ state: 'not_dead' });
    expect((await scene.node.deadLetters.list()).total).toBe(0);
    expect(calls).toHaveLength(2);
    await scene.node.stop();
  });

  it('that are two of one workflow are repeated together, since it cannot go on with one of them', async () => {
    const { broken, calls, handlers } = breakable(['charge', 'pack']);
    const scene = workflowScene({ steps: [graphStep('charge'), graphStep('pack')], handlers });
    broken.add('charge').add('pack');
    await scene.node.start();
    await scene.start();
    await scene.clock.advance('1s');
    expect((await scene.node.deadLetters.list()).total).toBe(2);
    broken.clear();
    expect(await scene.node.deadLetters.retryAll()).toBe(1);
    await scene.clock.advance('1s');
    expect(await run(scene)).toMatchObject({ status: 'completed', round: 1 });
    expect(calls.sort()).toEqual(['charge', 'charge', 'pack', 'pack']);
    expect((await scene.node.deadLetters.list()).total).toBe(0);
    await scene.node.stop();
  });

  it('that are rollbacks let the compensation go on', async () => {
    const { broken, calls, handlers } = breakable(['charge', 'reserve:rollback']);
    const scene = workflowScene({
      steps: [graphStep('reserve', { hasRollback: true }), graphStep('charge', { after: ['reserve'] })],
      handlers,
    });
    broken.add('charge').add('reserve:rollback');
    await scene.start();
    await scene.node.drain();
    expect(await run(scene)).toMatchObject({ status: 'compensation_failed' });
    broken.clear();
    const dead = await executionOf(scene, 'workflow.order.reserve:rollback');
    expect(await scene.node.deadLetters.retry(dead.id)).toMatchObject({
      state: 'retried',
      execution: { status: 'pending', workflow: { step: 'reserve', phase: 'undo' } },
    });
    await scene.node.drain();
    expect(await run(scene)).toMatchObject({ status: 'compensated' });
    expect(calls).toEqual(['charge', 'reserve:rollback', 'reserve:rollback']);
    expect(await scene.node.deadLetters.retry(dead.id)).toEqual({ state: 'not_dead' });
    await scene.node.stop();
  });
});

describe('a failed step of a workflow that another workflow has started', () => {
  const parcel = { name: 'parcel', deadlineMs: null } as const;

  function setUp(step: Parameters<typeof graphStep>[1]) {
    const { broken, calls, handlers } = breakable(['pack', 'label', 'pack:rollback']);
    const child = { ...parcel, steps: [graphStep('pack', step), graphStep('label', { after: ['pack'] })] };
    const scene = workflowScene({
      steps: [graphStep('ship', { kind: 'workflow', child: 'parcel' })],
      handlers: {
        ship: async (_, { executionId }) =>
          void (await scene.runs.start({
            id: executionId,
            graph: child,
            graphHash: 'parcel-1',
            tenant: null,
            input: null,
            attributes: {},
            parent: { run: 'run-1', root: 'run-1', step: 'ship' },
          })),
      },
    });
    const { store, clock } = scene;
    const worker = createSchedulerNode({
      store,
      clock,
      logger: silentLogger,
      handlers: Object.entries(handlers).map(([name, handle]) =>
        defineHandler({ type: `workflow.parcel.${name}`, handle }),
      ),
    });
    const drain = async () => {
      for (let round = 0; round < 3; round++) {
        await scene.node.drain();
        await worker.drain();
      }
    };
    const stop = () => Promise.all([scene.node.stop(), worker.stop()]);
    return { broken, calls, scene, drain, stop };
  }

  it('is repeated by the workflow at the top, which starts the other one again', async () => {
    const { broken, calls, scene, drain, stop } = setUp({});
    broken.add('label');
    await scene.start();
    await drain();
    expect(await run(scene)).toMatchObject({ status: 'failed' });
    broken.clear();
    const failed = await executionOf(scene, 'workflow.parcel.label');
    expect(await scene.node.scheduler.retryExecution(failed.id)).toMatchObject({
      workflow: { run: 'run-1', step: 'ship', round: 1 },
    });
    await drain();
    expect(await run(scene)).toMatchObject({ status: 'completed' });
    expect(calls).toEqual(['pack', 'label', 'pack', 'label']);
    await expect(scene.node.scheduler.retryExecution(failed.id)).rejects.toMatchObject({
      message: expect.stringContaining('retried already'),
    });
    await stop();
  });

  it('is undone by the workflow at the top, when its rollback is retried', async () => {
    const { broken, calls, scene, drain, stop } = setUp({ hasRollback: true });
    broken.add('label').add('pack:rollback');
    await scene.start();
    await drain();
    expect(await run(scene)).toMatchObject({ status: 'compensation_failed' });
    broken.clear();
    const dead = await executionOf(scene, 'workflow.parcel.pack:rollback');
    expect(await scene.node.deadLetters.retry(dead.id)).toMatchObject({
      state: 'retried',
      execution: { status: 'pending', workflow: { step: 'pack', phase: 'undo' } },
    });
    await drain();
    expect(await run(scene)).toMatchObject({ status: 'compensated' });
    expect(calls).toEqual(['pack', 'label', 'pack:rollback', 'pack:rollback']);
    await stop();
  });
});
