import type { Page } from '@scheduler/contracts';
import { defineWorkflow } from './define/define-workflow.js';
import { scene, stopScenes } from './test-support/scene.js';

afterEach(stopScenes);

describe('deadlines', () => {
  it('stop and undo a run that takes too long', async () => {
    const undone: string[] = [];
    const orders = defineWorkflow('orders', { deadline: '1h' }, (w) => {
      const pay = w.step('pay', () => 1, { rollback: () => void undone.push('pay') });
      w.signal('delivered', { after: pay });
    });
    const { workflows, clock } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders);
    const ended = workflows.waitFor(id);
    await clock.advance('61m');
    expect(await ended).toMatchObject({ status: 'compensated', stop: { cause: 'deadline' } });
    expect(undone).toEqual(['pay']);
  });

  it('end an attempt of a step that takes too long', async () => {
    const orders = defineWorkflow('orders', {}, (w) => {
      w.step(
        'pay',
        ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
        {
          timeout: '10s',
          maxRetries: 0,
        },
      );
    });
    const { workflows, clock } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders);
    await clock.advance('1m');
    expect((await workflows.waitFor(id)).status).toBe('failed');
  });
});

describe('retryFrom', () => {
  it('goes on from the failed step, and keeps the outputs before it', async () => {
    const calls: string[] = [];
    let isBroken = true;
    const orders = defineWorkflow('orders', {}, (w) => {
      const pay = w.step('pay', () => {
        calls.push('pay');
        return 'P1';
      });
      w.step(
        'ship',
        ({ outputs }) => {
          calls.push(`ship ${outputs(pay)}`);
          if (isBroken) throw new Error('no truck');
        },
        { after: pay, maxRetries: 0 },
      );
    });
    const { workflows, settle } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders);
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('failed');
    isBroken = false;
    await workflows.retryFrom(id);
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(calls).toEqual(['pay', 'ship P1', 'ship P1']);
    await workflows.retryFrom(id, 'pay');
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(calls.slice(3)).toEqual(['pay', 'ship P1']);
    await expect(workflows.retryFrom(id, 'shipp')).rejects.toThrow(
      "step: is not a step of workflow orders; did you mean 'ship'?",
    );
  });
});

describe('outputs (F183)', () => {
  it.each<[string, () => unknown, string]>([
    ['is no JSON', () => ({ at: new Date(0) }), 'output of step make of workflow orders.at: is a Date'],
    [
      'is too large',
      () => 'x'.repeat(1_001),
      'output of step make of workflow orders: is too big (1003 bytes)',
    ],
  ])('fail the step without a retry where one %s', async (_, make, message) => {
    const orders = defineWorkflow('orders', {}, (w) => void w.step('make', make));
    const { workflows, settle } = await scene({ definitions: [orders], outputLimit: 1_000 });
    const { id } = await workflows.start(orders);
    await settle();
    const run = await workflows.waitFor(id);
    expect(run.status).toBe('failed');
    expect(run.steps['make']?.error).toContain(message);
  });
});

describe('a deployment', () => {
  it('strands runs whose steps the program has no more, which wait and say why', async () => {
    const before = defineWorkflow('orders', {}, (w) => {
      const told = w.signal('told');
      w.step('old', () => 'done', { after: told, rollback: () => undefined });
    });
    const after = defineWorkflow('orders', {}, (w) => void w.signal('told'));
    const old = await scene({ definitions: [before] });
    const { id } = await old.workflows.start(before);
    await old.node.stop();
    const next = await scene({ definitions: [after], beside: old });
    expect(await next.workflows.plan()).toEqual({
      checked: 1,
      stranded: [{ runId: id, workflow: 'orders', status: 'running', steps: ['old'], rollbacks: ['old'] }],
    });
    await next.workflows.signal(id, 'told');
    await next.clock.advance('10m');
    expect(await next.workflows.why(id, 'old')).toMatchObject({
      status: 'active',
      reason: 'no handler of this program has the type workflow.orders.old: it waits for a node that has one',
    });
    const again = await scene({ definitions: [before], beside: old });
    expect((await again.workflows.plan()).stranded).toEqual([]);
    await again.clock.advance('10m');
    expect((await again.workflows.waitFor(id)).status).toBe('completed');
  });

  it('reads none of the runs that it can finish, but counts them, and finds the others among many', async () => {
    const waiting = (...steps: readonly string[]) =>
      defineWorkflow('orders', {}, (w) => {
        const told = w.signal('told');
        for (const name of steps) w.step(name, () => name, { after: told });
      });
    const [earlier, current, without] = [waiting('a'), waiting('a', 'b'), waiting()];
    const others = defineWorkflow('others', {}, (w) => void w.signal('told'));
    const old = await scene({ definitions: [earlier, others] });
    await old.workflows.start(others);
    const ids: string[] = [];
    for (let count = 0; count < 600; count += 1) ids.push((await old.workflows.start(earlier)).id);
    const ended = await old.workflows.start(earlier);
    await old.workflows.cancel(ended.id);
    await old.node.stop();
    const newer = await scene({ definitions: [current, others], beside: old });
    for (let count = 0; count < 600; count += 1)
      await newer.workflows.start(current, undefined, { id: `newer-${count}` });
    const list = jest.spyOn(old.store.workflows!, 'list');
    const read = async () => {
      const pages = await Promise.all(list.mock.results.map(({ value }) => value as Promise<Page<unknown>>));
      list.mockClear();
      return pages.reduce((sum, { items }) => sum + items.length, 0);
    };
    expect(await newer.workflows.plan()).toEqual({ checked: 1_201, stranded: [] });
    // One page shows that the program has all steps of the earlier graph.
    expect(await read()).toBe(500);
    await newer.node.stop();
    const next = await scene({ definitions: [earlier, others], beside: old });
    const { checked, stranded } = await next.workflows.plan();
    expect(checked).toBe(1_201);
    expect(stranded).toHaveLength(600);
    expect(stranded.every(({ steps, runId }) => steps.join() === 'b' && !ids.includes(runId))).toBe(true);
    await next.node.stop();
    const last = await scene({ definitions: [without], beside: old });
    const all = await last.workflows.plan();
    expect(all.checked).toBe(1_201);
    expect(all.stranded.map(({ runId }) => runId)).toEqual(expect.arrayContaining(ids));
    expect(all.stranded).toHaveLength(1_201);
  });

  it('lets rollbacks that the program has no more wait for a node that has them', async () => {
    const undone: string[] = [];
    const before = defineWorkflow('orders', {}, (w) => {
      const pay = w.step('pay', () => 'P1', { rollback: () => void undone.push('pay') });
      w.signal('told', { after: pay });
    });
    const after = defineWorkflow('orders', {}, (w) => {
      const pay = w.step('pay', () => 'P1');
      w.signal('told', { after: pay });
    });
    const old = await scene({ definitions: [before] });
    const { id } = await old.workflows.start(before);
    await old.settle();
    await old.node.stop();
    const next = await scene({ definitions: [after], beside: old });
    expect((await next.workflows.plan()).stranded).toMatchObject([
      { runId: id, steps: [], rollbacks: ['pay'] },
    ]);
    await next.workflows.cancel(id, { rollback: true });
    await next.clock.advance('10m');
    expect((await next.workflows.getState(id)).run.status).toBe('compensating');
    await scene({ definitions: [before], beside: old });
    await next.clock.advance('10m');
    expect((await next.workflows.getState(id)).run.status).toBe('compensated');
    expect(undone).toEqual(['pay']);
  });
});
