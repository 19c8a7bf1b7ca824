import { defineWorkflow } from '../define/define-workflow.js';
import { scene, stopScenes } from '../test-support/scene.js';

afterEach(stopScenes);

/** A list that a map gets only when the test says so. */
function laterList() {
  let give: (list: readonly number[]) => void = () => undefined;
  const list = new Promise<readonly number[]>((resolve) => {
    give = resolve;
  });
  return { give, list };
}

describe('a map whose run changes while its list is made', () => {
  it('works on no item while the run is paused, and on each one after the resume', async () => {
    const { give, list } = laterList();
    const seen: number[] = [];
    const bills = defineWorkflow('bills', {}, (w) => {
      w.map(
        'bill',
        () => list,
        ({ item }) => void seen.push(item),
      );
    });
    const { workflows, settle, clock } = await scene({ definitions: [bills] });
    const { id } = await workflows.start(bills);
    await settle();
    await workflows.pause(id);
    give([1, 2]);
    await clock.advance('5m');
    expect((await workflows.getState(id)).run).toMatchObject({
      status: 'paused',
      steps: { bill: { status: 'active' } },
    });
    expect(seen).toEqual([]);
    await workflows.resume(id);
    await clock.advance('2m');
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(seen.sort()).toEqual([1, 2]);
  });

  it('adds nothing when the run was cancelled', async () => {
    const { give, list } = laterList();
    const seen: number[] = [];
    const bills = defineWorkflow('bills', {}, (w) => {
      w.map(
        'bill',
        () => list,
        ({ item }) => void seen.push(item),
      );
    });
    const { workflows, settle, clock } = await scene({ definitions: [bills] });
    const { id } = await workflows.start(bills);
    await settle();
    await workflows.cancel(id);
    give([1, 2]);
    await clock.advance('5m');
    expect(await workflows.waitFor(id)).toMatchObject({
      status: 'cancelled',
      steps: { bill: { status: 'cancelled', children: { added: 0 } } },
    });
    expect(seen).toEqual([]);
  });
});

describe('a step that is another kind of step by now', () => {
  it('fails with both kinds in the message', async () => {
    const before = defineWorkflow('orders', {}, (w) => {
      const told = w.signal('told');
      w.step('pay', () => 1, { after: told });
    });
    const after = defineWorkflow('orders', {}, (w) => {
      const told = w.signal('told');
      w.job('pay', 'charge', undefined, { after: told });
    });
    const charge = { types: ['charge'], supports: (type: string) => type === 'charge', handle: () => null };
    const old = await scene({ definitions: [before] });
    const { id } = await old.workflows.start(before);
    await old.node.stop();
    const next = await scene({ definitions: [after], handlers: [charge], beside: old });
    expect((await next.workflows.plan()).stranded).toMatchObject([{ runId: id, steps: ['pay'] }]);
    await next.workflows.signal(id, 'told');
    await next.clock.advance('1m');
    expect((await next.workflows.waitFor(id)).steps['pay']?.error).toContain(
      'orders.pay: was a function when the run started, and has no function in this version of the program',
    );
  });
});

describe('the job type of a step', () => {
  it('is refused for work that is no step of a run', async () => {
    const calls: string[] = [];
    const orders = defineWorkflow('orders', {}, (w) => void w.step('pay', () => void calls.push('pay')));
    const { node } = await scene({ definitions: [orders] });
    await node.scheduler.enqueue({ type: 'workflow.orders.pay' });
    const { executions } = await node.drain();
    const failed = executions.length > 0 ? executions : (await node.deadLetters.list()).items;
    expect(JSON.stringify(failed)).toContain(
      'belongs to the steps of a workflow, and this execution is none',
    );
    expect(calls).toEqual([]);
  });
});
