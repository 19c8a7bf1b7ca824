import type { WorkflowRepository } from '@scheduler/contracts/adapter';
import { defineWorkflow } from './define/define-workflow.js';
import { scene, stopScenes } from './test-support/scene.js';

afterEach(stopScenes);

/** Writes down how many runs each read of the store asks for, and the executions that are read. */
function countingReads(repository: WorkflowRepository) {
  const reads = { runs: [] as number[], executions: [] as string[] };
  const { runs, executions } = repository;
  repository.runs = (request) => {
    reads.runs.push(request.ids.length);
    return runs.call(repository, request);
  };
  repository.executions = (request) => {
    reads.executions.push(...request.ids);
    return executions.call(repository, request);
  };
  return reads;
}

const CONCURRENCY = 5;

describe('what steps read when they start', () => {
  it('is read once for many steps, however few of them run at a time', async () => {
    const seen: number[] = [];
    const bill = defineWorkflow('bill', {}, (w) => {
      const amount = w.step('amount', () => 7);
      w.step('send', ({ outputs }) => void seen.push(outputs(amount)), { after: amount });
    });
    const { workflows, store, node, settle, clock } = await scene({
      definitions: [bill],
      config: { queues: { default: CONCURRENCY } },
    });
    const reads = countingReads(store.workflows as WorkflowRepository);
    await node.queues.pause('default');
    const runs = [];
    for (let number = 0; number < 80; number += 1) runs.push(await workflows.start(bill));
    // What this node has written when it started them is too old by then.
    await clock.advance('1s');
    await node.queues.resume('default');
    await settle();
    for (const { id } of runs) expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(seen).toEqual(Array(80).fill(7));
    expect(Math.max(...reads.runs)).toBeGreaterThan(CONCURRENCY);
    expect(reads.runs.length).toBeLessThan(80);
  });

  it('is not read where this node has just released the step', async () => {
    const seen: unknown[] = [];
    const chain = defineWorkflow('chain', {}, (w) => {
      const a = w.step('a', ({ input }) => ({ from: input }));
      const b = w.step('b', ({ outputs }) => outputs(a), { after: a });
      w.step('c', ({ input, outputs }) => void seen.push(input, outputs(b)), { after: b });
    });
    const { workflows, store, settle } = await scene({ definitions: [chain] });
    await workflows.start(chain, { order: 1 });
    await settle();
    const reads = countingReads(store.workflows as WorkflowRepository);
    const { id } = await workflows.start(chain, { order: 2 });
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(seen.slice(2)).toEqual([{ order: 2 }, { from: { order: 2 } }]);
    expect(reads).toEqual({ runs: [], executions: [] });
  });

  it('is as new as the last change that this program has made', async () => {
    const seen: unknown[] = [];
    const note = defineWorkflow('note', {}, (w) => {
      w.step('write', ({ input }) => void seen.push(input));
    });
    const { workflows, node, settle, clock } = await scene({ definitions: [note] });
    // The step must not have started before the run is paused.
    await node.queues.pause('default');
    const { id } = await workflows.start(note, { a: 1 });
    await workflows.pause(id);
    await node.queues.resume('default');
    await settle();
    expect(seen).toEqual([]);
    await workflows.resume(id, { context: { b: 2 } });
    await clock.advance('2m');
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(seen).toEqual([{ a: 1, b: 2 }]);
  });

  it('does not include outputs of steps that this node has just settled, unless they are large', async () => {
    const seen: unknown[] = [];
    const small = { list: [1, { two: 'three' }] };
    const large = 'x'.repeat(5_000);
    const parts = defineWorkflow('parts', {}, (w) => {
      const a = w.step('small', () => small);
      const b = w.step('large', () => large, { after: a });
      w.step('change', ({ outputs }) => void (outputs(a).list.length = 0), { after: a });
      w.step('last', ({ outputs }) => void seen.push(outputs(a), outputs(b)), { after: [a, b] });
    });
    const { workflows, store, settle } = await scene({ definitions: [parts] });
    const reads = countingReads(store.workflows as WorkflowRepository);
    const { id } = await workflows.start(parts);
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('completed');
    // What one step changes in what it gets is nothing to the others.
    expect(seen).toEqual([{ list: [1, { two: 'three' }] }, large]);
    const states = (await store.workflows?.get({ id, tenant: null }))?.steps ?? {};
    expect(reads.executions).toEqual([states['large']?.executionId]);
  });
});
