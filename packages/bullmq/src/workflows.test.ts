import { defineHandler, stepType, type WorkflowCommand } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { eventually } from '@scheduler/test-support';
import { graphStep, nextId } from '@scheduler/testing';
import { onRedis } from './test-support/on-redis.js';
import { withBullmq } from './with-bullmq.js';

const POLICY = { ...graphStep('any').policy, maxRetries: 0 };

const step = (name: string, ...after: readonly string[]) =>
  graphStep(name, { after, policy: POLICY, rollbackPolicy: POLICY });

const STEPS = [step('a'), step('b', 'a'), step('c', 'a'), step('d', 'b', 'c')];

onRedis((redis) => {
  const nodes: SchedulerNode[] = [];
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
  });

  it('runs the steps of a workflow by messages: one for each step, as soon as it may start', async () => {
    const clock = new SystemClock();
    const store = withBullmq(createMemoryStore({ clock }), {
      url: redis.url,
      keyPrefix: redis.newPrefix(),
      clock,
    });
    const dispatched: string[] = [];
    const dispatch = store.queue.dispatch.bind(store.queue);
    jest.spyOn(store.queue, 'dispatch').mockImplementation((given) => {
      dispatched.push(...given.notes.map(({ executionId }) => executionId));
      return dispatch(given);
    });
    const ran: string[] = [];
    const handlers = STEPS.map(({ name }) =>
      defineHandler({ type: stepType('orders', name), handle: () => void ran.push(name) }),
    );
    // Nothing is found by polling in the time of this test.
    const node = createSchedulerNode({ clock, store, handlers, config: { pollInterval: '1h' } });
    nodes.push(node);
    await node.start();
    const graph = { name: 'orders', steps: STEPS, deadlineMs: null };
    const id = nextId();
    await store.workflows?.start({
      id,
      graph,
      graphHash: 'orders-1',
      tenant: null,
      input: null,
      attributes: {},
      parent: null,
    });
    await eventually(
      'the end of the run',
      async () => (await store.workflows?.get({ id, tenant: null }))?.status === 'completed',
    );
    expect([ran[0], ran.slice(1, 3).sort(), ran[3]]).toEqual(['a', ['b', 'c'], 'd']);
    expect(ran).toHaveLength(STEPS.length);
    expect(new Set(dispatched).size).toBe(STEPS.length);
  });

  it('sends the messages of steps again that a resumed run has released (F186)', async () => {
    const clock = new SystemClock();
    const store = withBullmq(createMemoryStore({ clock }), {
      url: redis.url,
      keyPrefix: redis.newPrefix(),
      clock,
    });
    const handlers = [defineHandler({ type: stepType('orders', 'a'), handle: () => undefined })];
    const node = createSchedulerNode({ clock, store, handlers, config: { pollInterval: '1h' } });
    nodes.push(node);
    await node.open();
    const id = nextId();
    const change = (command: WorkflowCommand) => store.workflows?.change({ id, tenant: null, command });
    const graph = { name: 'orders', steps: [step('a')], deadlineMs: null };
    await store.workflows?.start({
      id,
      graph,
      graphHash: 'orders-2',
      tenant: null,
      input: null,
      attributes: {},
      parent: null,
    });
    await change({ kind: 'pause' });
    const claimed = jest.spyOn(store.executions, 'claimById');
    await node.start();
    // The message is used up, since what it names cannot be claimed.
    await eventually('the first message', () => claimed.mock.calls.length > 0);
    await change({ kind: 'resume', context: {} });
    await eventually(
      'the end of the run',
      async () => (await store.workflows?.get({ id, tenant: null }))?.status === 'completed',
    );
  });
});
