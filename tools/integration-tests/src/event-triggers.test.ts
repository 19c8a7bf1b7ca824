import { eventOf, JobResult, type JsonObject, trigger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { SettableClock } from '@scheduler/testing';
import { recorder, scene, START } from './test-support/scene.js';

const TICKET = { ticketId: 7, title: 'The printer burns' };

/** Waits until the listeners of the bus have run. */
const listenersRan = () => new Promise((resolve) => setTimeout(resolve, 5));

it('handlers, agents and workflows are passed to the node (F89)', async () => {
  const clock = new SettableClock(START);
  const { store } = scene({ clock });
  const work = recorder('work');
  const node = createSchedulerNode({
    store,
    clock,
    handlers: [work.handler],
    agents: { dispatch: () => Promise.resolve(null) },
    workflows: { start: () => Promise.resolve({ workflowId: 'w' }) },
  });
  expect(node.jobTypes).toEqual(['scheduler.dispatch_agent', 'scheduler.trigger_workflow', 'work']);
  await node.scheduler.enqueue({ type: 'work' });
  await node.drain();
  expect(work.calls).toHaveLength(1);
});

describe('agents and workflows by event (F81, F191)', () => {
  it('are dispatched as executions, once, with the data of the event', async () => {
    const clock = new SettableClock(START);
    const dispatched: unknown[] = [];
    const { store } = scene({ clock });
    const node = createSchedulerNode({
      store,
      clock,
      agents: {
        dispatch: ({ agent, input, priority, timeoutMs, tenant }) => {
          dispatched.push({ agent, input, priority, timeoutMs, tenant });
          return Promise.resolve({ team: 'hardware' });
        },
      },
      workflows: {
        start: ({ workflow, input }) => {
          dispatched.push({ workflow, input });
          return Promise.resolve({ workflowId: 'w-1' });
        },
      },
    });
    const { scheduler } = node;
    const forAll = { allTenants: true };
    const triage = { kind: 'dispatch_agent', agent: 'triage', priority: 'high' } as const;
    const escalate = { kind: 'trigger_workflow', workflow: 'escalation', input: { level: 1 } } as const;
    await scheduler.onEvent('ticket:created', triage, forAll);
    await scheduler.onEvent('ticket:created', escalate, forAll);
    const { executions } = await scheduler.triggerEvent('ticket:created', TICKET, { tenant: 'acme' });
    const outputs = (await node.drain()).executions.map(({ output }) => output);
    expect(executions.map(({ type }) => type)).toEqual([
      'scheduler.dispatch_agent',
      'scheduler.trigger_workflow',
    ]);
    expect(outputs).toEqual([{ team: 'hardware' }, { workflowId: 'w-1' }]);
    expect(dispatched).toEqual([
      { agent: 'triage', input: TICKET, priority: 2, timeoutMs: 300_000, tenant: 'acme' },
      { workflow: 'escalation', input: { level: 1, event: TICKET } },
    ]);
  });

  it('are scheduled like any other job (F81)', async () => {
    const clock = new SettableClock(START);
    const { store } = scene({ clock });
    const dispatch = jest.fn(() => Promise.resolve('done'));
    const node = createSchedulerNode({ store, clock, agents: { dispatch } });
    const type = 'scheduler.dispatch_agent';
    await node.scheduler.enqueue({ type, payload: { agent: 'sweeper', input: { room: 1 } } });
    await node.drain();
    expect(dispatch).toHaveBeenCalledWith(
      expect.objectContaining({ agent: 'sweeper', input: { room: 1 }, priority: 5, timeoutMs: 300_000 }),
    );
    await expect(node.scheduler.enqueue({ type, payload: {} })).rejects.toThrow(
      'payload.agent: is not the name of an agent',
    );
  });
});

describe('functions that listen to events (F190, F193)', () => {
  it('run on each node that has them, in their order, and are counted together', async () => {
    const clock = new SettableClock(START);
    const { node: a, store } = scene({ clock });
    const { node: b } = scene({ clock, store });
    const received: string[] = [];
    for (const [name, node] of Object.entries({ a, b })) {
      await node.open();
      const listenerNamed = (handler: string) => (event: { data: JsonObject }) =>
        void received.push(`${name} ${handler} ${String(event.data.ticketId)}`);
      await node.scheduler.onEvent('ticket:created', listenerNamed('late'), { name: 'late', priority: 9 });
      await node.scheduler.onEvent('ticket:created', listenerNamed('early'), { name: 'early', priority: 1 });
    }
    await a.scheduler.triggerEvent('ticket:created', TICKET);
    await listenersRan();
    expect(received.filter((line) => line.startsWith('a'))).toEqual(['a early 7', 'a late 7']);
    expect(received).toHaveLength(4);
    const { items } = await b.eventTriggers.eventHandlers();
    expect(items).toMatchObject([
      { name: 'early', handlerType: 'function', action: null, triggerCount: 2, successCount: 2 },
      { name: 'late', triggerCount: 2 },
    ]);
  });

  it('fail without affecting others, and are disabled for all nodes', async () => {
    const { node } = scene();
    await node.open();
    const received: JsonObject[] = [];
    const fails = await node.scheduler.onEvent('e', function broken() {
      throw new Error('no');
    });
    await node.scheduler.onEvent('e', ({ data }) => void received.push(data), { name: 'good' });
    await node.scheduler.triggerEvent('e', { first: true });
    await listenersRan();
    await node.scheduler.disableEventHandler(fails.id);
    await node.scheduler.triggerEvent('e', { first: false });
    await listenersRan();
    expect(received).toEqual([{ first: true }, { first: false }]);
    expect((await node.scheduler.eventHandlers()).items).toMatchObject([
      { name: 'broken', enabled: false, triggerCount: 1, failureCount: 1, lastError: 'no' },
      { name: 'good', successCount: 2 },
    ]);
  });

  it('get events of the scheduler itself, and none after they are removed', async () => {
    const { node } = scene({ handlers: [recorder('work').handler] });
    await node.open();
    const received: unknown[] = [];
    const name = 'scheduler:job.created';
    const handler = await node.scheduler.onEvent(name, ({ data }) => void received.push(data.name), {
      name: 'h',
    });
    await node.scheduler.schedule({ type: 'work', name: 'one', trigger: trigger.every('1h') });
    await listenersRan();
    await node.scheduler.offEvent(handler.id);
    await node.scheduler.schedule({ type: 'work', name: 'two', trigger: trigger.every('1h') });
    await listenersRan();
    expect(received).toEqual(['one']);
  });

  it('are kept while the node is stopped, and called while it is open or runs', async () => {
    const { node, store } = scene();
    let received = 0;
    const { id } = await node.scheduler.onEvent('e', () => void (received += 1), { name: 'h' });
    const listens: boolean[] = [store.events.wants('e')];
    await node.start();
    listens.push(store.events.wants('e'));
    await node.stop();
    listens.push(store.events.wants('e'));
    await node.start();
    await node.scheduler.triggerEvent('e');
    await listenersRan();
    await node.scheduler.offEvent(id);
    listens.push(store.events.wants('e'));
    await node.stop();
    expect({ listens, received }).toEqual({ listens: [true, true, false, false], received: 1 });
  });

  it('are waited for when the node stops', async () => {
    const { node, store } = scene();
    await node.start();
    let ended = false;
    const slow = async () => {
      await listenersRan();
      ended = true;
    };
    await node.scheduler.onEvent('e', slow, { name: 'slow' });
    await node.scheduler.triggerEvent('e');
    await Promise.resolve();
    await node.stop();
    expect(ended).toBe(true);
    const page = await store.eventHandlers?.list({ tenant: null, limit: 1, offset: 0 });
    expect(page?.items).toMatchObject([{ successCount: 1 }]);
  });
});

describe('events of other services (F195)', () => {
  it.each([
    'workflow:completed',
    'workflow:failed',
    'ticket:created',
    'ticket:resolved',
    'user:signup',
    'platform:created',
  ])('%s reaches what is stored, once, by the node that publishes it', async (name) => {
    const clock = new SettableClock(START);
    const work = recorder('work');
    const { node, store } = scene({ clock, handlers: [work.handler] });
    const { node: other } = scene({ clock, store, handlers: [work.handler] });
    await node.open();
    await other.open();
    await node.scheduler.onEvent(name, { kind: 'enqueue', request: { type: 'work' } });
    await node.scheduler.schedule({ type: 'work', name: 'waiting', trigger: trigger.event(name) });
    await other.events.publish({ events: [{ name, at: clock.now(), tenant: null, data: { id: 1 } }] });
    await listenersRan();
    await node.drain();
    expect(work.calls.map(({ job }) => eventOf(job)?.data ?? job.payload)).toEqual([{ id: 1 }, { id: 1 }]);
  });
});

describe('the output of a handler is an event (F76)', () => {
  it('is processed by other handlers, once for each execution', async () => {
    const exported = recorder('export', () => JobResult.success({ file: 'sales.csv' }));
    const mail = recorder('mail');
    const { node } = scene({ handlers: [{ ...exported.handler, event: 'report:exported' }, mail.handler] });
    const mails = { kind: 'enqueue', request: { type: 'mail' } } as const;
    await node.scheduler.onEvent('report:exported', mails, { allTenants: true });
    const { id } = await node.scheduler.enqueue({ type: 'export', tenant: 'acme' });
    await node.drain();
    expect(mail.calls.map(({ job }) => [job.payload, job.tenant, eventOf(job)?.id])).toEqual([
      [{ file: 'sales.csv' }, 'acme', id],
    ]);
    await node.scheduler.triggerEvent('report:exported', {}, { id, tenant: 'acme' });
    expect((await node.drain()).executions).toEqual([]);
  });

  it('is not published after a failure, and the attempt fails if it cannot be published', async () => {
    const answers = [JobResult.failure({ error: 'no', retry: false }), JobResult.success('plain')];
    const work = recorder('export', () => answers.shift());
    const mail = recorder('mail');
    const { node } = scene({ handlers: [{ ...work.handler, event: 'report:exported' }, mail.handler] });
    await node.scheduler.onEvent('report:exported', { kind: 'enqueue', request: { type: 'mail' } });
    await node.scheduler.enqueue({ type: 'export' });
    await node.scheduler.enqueue({ type: 'export' });
    await node.drain();
    expect(mail.calls.map(({ job }) => job.payload)).toEqual([{ output: 'plain' }]);
    const reserved = { ...recorder('x').handler, event: 'scheduler:x' };
    expect(() => scene({ handlers: [reserved] })).toThrow('event: is an event of the scheduler itself');
  });
});
