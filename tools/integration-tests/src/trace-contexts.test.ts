import { AsyncLocalStorage } from 'node:async_hooks';
import {
  defineHandler,
  type Execution,
  JobResult,
  readTraceparent,
  type TraceContext,
  type Tracing,
  trigger,
} from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';

const contextOf = (digit: string): TraceContext | null =>
  readTraceparent(`00-${digit.repeat(32)}-${digit.repeat(16)}-01`);
const active = new AsyncLocalStorage<TraceContext | null>();
const within = <T>(digit: string, run: () => T): T => active.run(contextOf(digit), run);

const child = defineWorkflow('child', {}, (workflow) => {
  workflow.step('last', () => 'done');
});
const parent = defineWorkflow('parent', {}, (workflow) => {
  const first = workflow.step('first', () => 1);
  workflow.workflow('inner', child, () => null, { after: first });
});

function scene(tracing: Tracing | undefined) {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const seen: Execution['id'][] = [];
  const node = createSchedulerNode({
    clock,
    store: createMemoryStore({ clock }),
    workflows: createWorkflows({ definitions: [parent, child] }),
    handlers: [
      defineHandler({
        type: 'mail',
        handle: (_, { attempt, executionId }) => {
          seen.push(executionId);
          return attempt === 1 ? JobResult.failure({ error: new Error('once') }) : JobResult.success();
        },
      }),
    ],
    ...(tracing === undefined ? {} : { tracing }),
  });
  return { clock, node, seen };
}

const traced = () => scene({ current: () => active.getStore() ?? null });

describe('the context in which work is made (F222)', () => {
  it('is stored with what is enqueued, and stays through retries', async () => {
    const { clock, node, seen } = traced();
    await node.open();
    const { id } = await within('a', () => node.scheduler.enqueue({ type: 'mail', maxRetries: 1 }));
    const [many] = await within('b', () => node.scheduler.enqueueMany([{ type: 'mail', maxRetries: 0 }]));
    const bare = await node.scheduler.enqueue({ type: 'mail', maxRetries: 0 });
    await node.drain();
    await clock.advance('2h');
    await node.drain();
    const after = await node.scheduler.getExecution(id);
    expect(seen.filter((each) => each === id)).toHaveLength(2);
    expect(after).toMatchObject({ status: 'success', trace: contextOf('a') });
    expect(many?.trace).toEqual(contextOf('b'));
    expect(bare.trace).toBeNull();
    const again = await within('c', () => node.scheduler.retryExecution(many?.id ?? ''));
    expect(again.trace).toEqual(contextOf('b'));
    await node.stop();
  });

  it('is stored with a job and what it fires, unless somebody runs it or an event fires it', async () => {
    const { clock, node } = traced();
    await node.open();
    const { scheduler } = node;
    const hourly = await within('a', () =>
      scheduler.schedule({ type: 'mail', name: 'hourly', trigger: trigger.every('1h') }),
    );
    await within('a', () => scheduler.schedule({ type: 'mail', name: 'e', trigger: trigger.event('paid') }));
    await within('c', () => scheduler.update('hourly', { description: 'changed' }));
    expect((await scheduler.get('hourly')).trace).toEqual(contextOf('a'));
    await clock.advance('1h');
    await node.tick();
    const { items } = await scheduler.listExecutions();
    expect(items.map(({ jobId, trace }) => [jobId, trace])).toEqual([[hourly.id, contextOf('a')]]);
    expect((await within('b', () => scheduler.runNow('hourly'))).trace).toEqual(contextOf('b'));
    expect((await scheduler.runNow('hourly')).trace).toEqual(contextOf('a'));
    const { executions } = await within('b', () => scheduler.triggerEvent('paid', {}));
    expect(executions.map(({ trace }) => trace)).toEqual([contextOf('b')]);
    await node.stop();
  });

  it('is that of all steps of a workflow and of the workflows that it starts (F282)', async () => {
    const { node } = traced();
    await node.open();
    const workflows = node.workflows.engine;
    expect(workflows).not.toBeNull();
    await within('a', () =>
      (workflows as ReturnType<typeof createWorkflows>).start(parent, undefined, { id: 'run' }),
    );
    await node.drain();
    const { items } = await node.scheduler.listExecutions();
    expect(items.map(({ workflow }) => workflow?.step).sort()).toEqual(['first', 'inner', 'last']);
    expect(items.map(({ trace }) => trace)).toEqual(Array(3).fill(contextOf('a')));
    await node.stop();
  });

  it('is the one in the metadata, with a tracer or without', async () => {
    const metadata = { traceparent: `00-${'d'.repeat(32)}-${'d'.repeat(16)}-01` };
    for (const { node } of [traced(), scene(undefined)]) {
      const added = await within('a', () => node.scheduler.enqueue({ type: 'mail', metadata }));
      expect(added.trace).toEqual(contextOf('d'));
      await node.stop();
    }
  });

  it('does not matter if the tracer fails, or gives what is no context', async () => {
    const failing: Tracing = {
      current: () => {
        throw new Error('broken');
      },
      send: () => {
        throw new Error('broken');
      },
    };
    const lazy: Tracing = { current: () => null, send: () => new Promise<never>(() => undefined) };
    const wrong = { current: () => ({ traceId: 'x' }) } as unknown as Tracing;
    for (const tracing of [failing, lazy, wrong]) {
      const { node } = scene(tracing);
      expect((await node.scheduler.enqueue({ type: 'mail' })).trace).toBeNull();
      await node.stop();
    }
  });
});
