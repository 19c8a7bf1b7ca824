import { eventOf, JobResult, type JsonObject, trigger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { SettableClock } from '@scheduler/testing';
import { recorder, scene, START } from './test-support/scene.js';

const TICKET = { ticketId: 7, title: 'The printer burns' };

/** Lets listeners of the bus come to their end. */
const told = () => new Promise((resolve) => setTimeout(resolve, 5));

it('handlers, agents and workflows are given where the node is built (F89)', async () => {
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
  it('are dispatched as executions, once, with what the event gives', async () => {
    const clock = new SettableClock(START);
    const asked: unknown[] = [];
    const { store } = scene({ clock });
    const node = createSchedulerNode({
      store,
      clock,
      agents: {
        dispatch: ({ agent, input, priority, timeoutMs, tenant }) => {
          asked.push({ agent, input, priority, timeoutMs, tenant });
          return Promise.resolve({ team: 'hardware' });
        },
      },
      workflows: {
        start: ({ workflow, input }) => {
          asked.push({ workflow, input });
          return Promise.resolve({ workflowId: 'w-1' });
        },
      },
    });
    const { scheduler } = node;
    await scheduler.onEvent('ticket:created', { kind: 'dispatch_agent', agent: 'triage', priority: 'high' });
    await scheduler.onEvent('ticket:created', {
      kind: 'trigger_workflow',
      workflow: 'escalation',
      input: { level: 1 },
    });
    const { executions } = await scheduler.triggerEvent('ticket:created', TICKET, { tenant: 'acme' });
    const outputs = (await node.drain()).executions.map(({ output }) => output);
    expect(executions.map(({ type }) => type)).toEqual([
      'scheduler.dispatch_agent',
      'scheduler.trigger_workflow',
    ]);
    expect(outputs).toEqual([{ team: 'hardware' }, { workflowId: 'w-1' }]);
    expect(asked).toEqual([
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

describe('functions that hear events (F190, F193)', () => {
  it('run on each node that has them, in their order, and are counted together', async () => {
    const clock = new SettableClock(START);
    const { node: a, store } = scene({ clock });
    const { node: b } = scene({ clock, store });
    const heard: string[] = [];
    for (const [name, node] of Object.entries({ a, b })) {
      await node.open();
      const hear = (handler: string) => (event: { data: JsonObject }) =>
        void heard.push(`${name} ${handler} ${String(event.data.ticketId)}`);
      await node.scheduler.onEvent('ticket:created', hear('late'), { name: 'late', priority: 9 });
      await node.scheduler.onEvent('ticket:created', hear('early'), { name: 'early', priority: 1 });
    }
    await a.scheduler.triggerEvent('ticket:created', TICKET);
    await told();
    expect(heard.filter((line) => line.startsWith('a'))).toEqual(['a early 7', 'a late 7']);
    expect(heard).toHaveLength(4);
    const { items } = await b.eventTriggers.eventHandlers();
    expect(items).toMatchObject([
      { name: 'early', handlerType: 'function', action: null, triggerCount: 2, successCount: 2 },
      { name: 'late', triggerCount: 2 },
    ]);
  });

  it('fail without disturbing anybody, and are switched off for all nodes', async () => {
    const { node } = scene();
    await node.open();
    const heard: JsonObject[] = [];
    const fails = await node.scheduler.onEvent('e', function broken() {
      throw new Error('no');
    });
    await node.scheduler.onEvent('e', ({ data }) => void heard.push(data), { name: 'good' });
    await node.scheduler.triggerEvent('e', { first: true });
    await told();
    await node.scheduler.disableEventHandler(fails.id);
    await node.scheduler.triggerEvent('e', { first: false });
    await told();
    expect(heard).toEqual([{ first: true }, { first: false }]);
    expect((await node.scheduler.eventHandlers()).items).toMatchObject([
      { name: 'broken', enabled: false, triggerCount: 1, failureCount: 1, lastError: 'no' },
      { name: 'good', successCount: 2 },
    ]);
  });

  it('hear what the scheduler itself tells, and nothing after they are taken away', async () => {
    const { node } = scene({ handlers: [recorder('work').handler] });
    await node.open();
    const heard: unknown[] = [];
    const name = 'scheduler:job.created';
    const handler = await node.scheduler.onEvent(name, ({ data }) => void heard.push(data.name), {
      name: 'h',
    });
    await node.scheduler.schedule({ type: 'work', name: 'one', trigger: trigger.every('1h') });
    await told();
    await node.scheduler.offEvent(handler.id);
    await node.scheduler.schedule({ type: 'work', name: 'two', trigger: trigger.every('1h') });
    await told();
    expect(heard).toEqual(['one']);
  });

  it('are kept while the node stands still, and listened to as long as it works', async () => {
    const { node, store } = scene();
    let heard = 0;
    const { id } = await node.scheduler.onEvent('e', () => void (heard += 1), { name: 'h' });
    const listens: boolean[] = [store.events.wants('e')];
    await node.start();
    listens.push(store.events.wants('e'));
    await node.stop();
    listens.push(store.events.wants('e'));
    await node.start();
    await node.scheduler.triggerEvent('e');
    await told();
    await node.scheduler.offEvent(id);
    listens.push(store.events.wants('e'));
    await node.stop();
    expect({ listens, heard }).toEqual({ listens: [false, true, false, false], heard: 1 });
  });

  it('are waited for when the node stops', async () => {
    const { node, store } = scene();
    await node.start();
    let ended = false;
    const slow = async () => {
      await told();
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

describe('events that others publish (F195)', () => {
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
    await told();
    await node.drain();
    expect(work.calls.map(({ job }) => eventOf(job)?.data ?? job.payload)).toEqual([{ id: 1 }, { id: 1 }]);
  });
});

describe('the output of a handler is an event (F76)', () => {
  it('which others process, once for each execution', async () => {
    const exported = recorder('export', () => JobResult.success({ file: 'sales.csv' }));
    const mail = recorder('mail');
    const { node } = scene({ handlers: [{ ...exported.handler, event: 'report:exported' }, mail.handler] });
    await node.scheduler.onEvent('report:exported', { kind: 'enqueue', request: { type: 'mail' } });
    const { id } = await node.scheduler.enqueue({ type: 'export', tenant: 'acme' });
    await node.drain();
    expect(mail.calls.map(({ job }) => [job.payload, job.tenant, eventOf(job)?.id])).toEqual([
      [{ file: 'sales.csv' }, 'acme', id],
    ]);
    await node.scheduler.triggerEvent('report:exported', {}, { id, tenant: 'acme' });
    expect((await node.drain()).executions).toEqual([]);
  });

  it('tells nothing of a failure, and fails where it cannot be told', async () => {
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
