import { eventOf, type EventReport, JobResult, type JsonObject, trigger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { SettableClock } from '@scheduler/testing';
import { at, executionsOf, gate, recorder, scene, START, statuses } from './test-support/scene.js';

const TICKET = { ticketId: 7, title: 'The printer burns' };

/** Lets listeners of the bus come to their end. */
const told = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('jobs that wait for an event (F190, F192)', () => {
  function setUp(definition: object = {}) {
    const work = recorder('work');
    const all = scene({ handlers: [work.handler] });
    const wait = () =>
      all.node.scheduler.schedule({
        type: 'work',
        name: 'waiting',
        trigger: trigger.event('ticket:created'),
        ...definition,
      });
    const happen = (options: object = {}, data: JsonObject = TICKET): Promise<EventReport> =>
      all.node.scheduler.triggerEvent('ticket:created', data, options);
    return { ...all, ...work, wait, happen };
  }

  it('run once for each event, and know which one it was', async () => {
    const { node, wait, happen, calls } = setUp({ payload: { own: true } });
    expect((await wait()).nextRunAt).toBeNull();
    const report = await happen({ id: 'first' });
    expect(report).toMatchObject({ event: { id: 'first', data: TICKET }, repeated: 0, failures: [] });
    expect(statuses(report.executions)).toEqual(['pending']);
    await node.drain();
    expect(calls.map(({ job }) => [job.payload, eventOf(job)])).toEqual([
      [{ own: true }, { id: 'first', name: 'ticket:created', at: START, data: TICKET }],
    ]);
    expect(calls[0]?.context).toMatchObject({ occurrence: 1, scheduledAt: at('00:00:00') });
    expect(await node.scheduler.get('waiting')).toMatchObject({
      status: 'active',
      lastRunAt: at('00:00:00'),
    });
  });

  it('hear no other event', async () => {
    const { node, wait } = setUp();
    await wait();
    expect((await node.scheduler.triggerEvent('ticket:resolved')).executions).toEqual([]);
  });

  it('run twice for two events of one millisecond', async () => {
    const { node, wait, happen, calls } = setUp({ allowOverlap: true });
    await wait();
    await happen();
    await happen();
    await node.drain();
    expect(calls.map(({ context }) => context.occurrence).sort()).toEqual([1, 2]);
  });

  it('run once however often an event with the same id is triggered, even at the same time', async () => {
    const { node, wait, happen, calls } = setUp({ allowOverlap: true });
    await wait();
    const reports = await Promise.all(Array.from({ length: 5 }, () => happen({ id: 'same' })));
    await node.drain();
    reports.push(await happen({ id: 'same' }));
    await node.drain();
    expect(calls).toHaveLength(1);
    expect(reports.map(({ executions }) => executions.length).sort()).toEqual([0, 0, 0, 0, 0, 1]);
    expect(reports.reduce((sum, { repeated }) => sum + repeated, 0)).toBe(5);
  });

  it('leave a trace while they are paused', async () => {
    const { clock, node, wait, happen, calls } = setUp();
    await wait();
    await node.scheduler.pause('waiting');
    expect(statuses((await happen({ id: 'a' })).executions)).toEqual(['skipped: paused']);
    expect((await happen({ id: 'a' })).repeated).toBe(1);
    await happen({ id: 'b' });
    await clock.advance('1s');
    await node.scheduler.resume('waiting');
    await happen({ id: 'c' });
    await node.drain();
    expect(calls).toHaveLength(1);
    expect(statuses(await executionsOf(node, 'waiting'))).toEqual([
      'skipped: paused',
      'skipped: paused',
      'success',
    ]);
  });

  it('end after so many events as they may run', async () => {
    const { node, wait, happen, calls } = setUp({ maxExecutions: 2, allowOverlap: true });
    await wait();
    for (let count = 0; count < 3; count += 1) await happen();
    await node.drain();
    expect(calls).toHaveLength(2);
    expect((await node.scheduler.get('waiting')).status).toBe('completed');
  });

  it('run within their window alone', async () => {
    const { clock, node, wait, happen, calls } = setUp({ startAt: at('01:00:00'), endAt: at('02:00:00') });
    await wait();
    await happen();
    await clock.advance('90m');
    await happen();
    await clock.advance('1h');
    await happen();
    await node.drain();
    expect(calls).toHaveLength(1);
  });

  it('do not overlap', async () => {
    const busy = gate('busy');
    const { node } = scene({ handlers: [busy.handler] });
    await node.scheduler.schedule({ type: 'busy', name: 'busy', trigger: trigger.event('ticket:created') });
    await node.start();
    await node.scheduler.triggerEvent('ticket:created');
    await told();
    const { executions } = await node.scheduler.triggerEvent('ticket:created');
    expect(statuses(executions)).toEqual(['skipped: overlap']);
    busy.waiting[0]?.end();
    await node.stop();
  });

  it("hear the events of their own tenant, and never another's (F190)", async () => {
    const { node, happen } = setUp();
    const waiting = { type: 'work', trigger: trigger.event('ticket:created'), allowOverlap: true };
    for (const tenant of ['acme', 'other'])
      await node.scheduler.schedule({ ...waiting, tenant, name: `of ${tenant}` });
    await node.scheduler.schedule({ ...waiting, name: 'of nobody' });
    const heard = async (options: object) =>
      (await happen(options)).executions.map(({ jobName }) => jobName).sort();
    expect(await heard({ tenant: 'acme' })).toEqual(['of acme', 'of nobody']);
    expect(await heard({})).toEqual(['of nobody']);
    const report = await node.scheduler.forTenant('other').triggerEvent('ticket:created');
    expect(report.event.tenant).toBe('other');
    await expect(
      node.scheduler.forTenant('other').triggerEvent('ticket:created', {}, { tenant: 'acme' }),
    ).rejects.toThrow('tenant: is not yours');
  });

  it.each([
    [{ trigger: trigger.event('scheduler:job.created') }, /^trigger\.name: is an event of the scheduler/],
    [{ exclusions: { dates: ['2030-01-02'] } }, /^exclusions: mean nothing to a job that waits/],
  ])('refuses %j', async (definition, message) => {
    const { wait } = setUp(definition);
    await expect(wait()).rejects.toThrow(message);
  });
});

describe('stored event handlers (F190, F191)', () => {
  function setUp() {
    const work = recorder('work');
    const all = scene({ handlers: [work.handler] });
    return { ...all, ...work, scheduler: all.node.scheduler };
  }

  it('create a job from the event, at once or later', async () => {
    const { scheduler, clock, node, calls } = setUp();
    await scheduler.onEvent('ticket:created', {
      kind: 'create_job',
      definition: { type: 'work', tags: ['sla'], delay: '48h' },
    });
    const { jobs, executions } = await scheduler.triggerEvent('ticket:created', TICKET, { id: 't7' });
    expect(executions).toEqual([]);
    expect(jobs).toMatchObject([
      { type: 'work', payload: TICKET, tags: ['sla'], nextRunAt: new Date('2030-01-03T00:00:00Z') },
    ]);
    await clock.advance('48h');
    await node.tick();
    await node.drain();
    expect(calls.map(({ job }) => [job.payload, eventOf(job)])).toEqual([
      [TICKET, { id: 't7', name: 'ticket:created', at: START, data: null }],
    ]);
  });

  it('create recurring jobs, from a delay on', async () => {
    const { scheduler } = setUp();
    const drip = { type: 'work', trigger: trigger.every('1d'), maxExecutions: 7, delay: '1h' };
    await scheduler.onEvent('user:signup', { kind: 'create_job', definition: drip });
    const { jobs } = await scheduler.triggerEvent('user:signup', { user: 3 });
    expect(jobs).toMatchObject([{ maxExecutions: 7, startAt: at('01:00:00'), nextRunAt: at('01:00:00') }]);
  });

  it('enqueue work whose payload is fixed and has the event', async () => {
    const { scheduler, node, calls } = setUp();
    await scheduler.onEvent('user:signup', {
      kind: 'enqueue',
      request: { type: 'work', payload: { channel: 'email' }, priority: 'high' },
    });
    await scheduler.triggerEvent('user:signup', { user: 3 }, { tenant: 'acme' });
    await node.drain();
    expect(calls.map(({ job }) => [job.payload, job.tenant])).toEqual([
      [{ channel: 'email', event: { user: 3 } }, 'acme'],
    ]);
  });

  it('are called in the order of their priorities, then of their names', async () => {
    const { scheduler } = setUp();
    const enqueue = { kind: 'enqueue', request: { type: 'work' } } as const;
    for (const [name, priority] of [
      ['b', 5],
      ['z', 0],
      ['a', 5],
      ['y', 9],
    ] as const)
      await scheduler.onEvent(
        'e',
        { ...enqueue, request: { type: 'work', tags: [name] } },
        { name, priority },
      );
    const { executions } = await scheduler.triggerEvent('e');
    expect(executions.map(({ tags }) => tags[0])).toEqual(['z', 'a', 'b', 'y']);
  });

  it('make what they make once for an event with the same id', async () => {
    const { scheduler } = setUp();
    await scheduler.onEvent('e', { kind: 'enqueue', request: { type: 'work' } });
    await scheduler.onEvent('e', { kind: 'create_job', definition: { type: 'work' } });
    const reports = await Promise.all(
      Array.from({ length: 4 }, () => scheduler.triggerEvent('e', {}, { id: 'same' })),
    );
    expect(reports.flatMap(({ executions }) => executions)).toHaveLength(1);
    expect(reports.flatMap(({ jobs }) => jobs)).toHaveLength(1);
    const { items } = await scheduler.eventHandlers();
    expect(items.map(({ triggerCount }) => triggerCount)).toEqual([1, 1]);
  });

  it('count what came of it; a failure is logged and never thrown (F193)', async () => {
    const { scheduler, clock } = setUp();
    const definition = { type: 'work', name: 'the-only-one', delay: '1h' };
    await scheduler.onEvent('e', { kind: 'create_job', definition }, { name: 'once' });
    await scheduler.onEvent('e', { kind: 'enqueue', request: { type: 'work' } }, { name: 'always' });
    await scheduler.triggerEvent('e');
    await clock.advance('1m');
    const report = await scheduler.triggerEvent('e');
    expect(report.failures).toEqual([
      { name: 'once', error: expect.stringContaining('a job with the name "the-only-one" exists already') },
    ]);
    expect(report.executions).toHaveLength(1);
    expect((await scheduler.eventHandlers({ eventName: 'e' })).items).toMatchObject([
      { name: 'always', triggerCount: 2, successCount: 2, failureCount: 0, lastError: null },
      {
        name: 'once',
        triggerCount: 2,
        successCount: 1,
        failureCount: 1,
        lastTriggeredAt: at('00:01:00'),
        lastError: expect.stringContaining('exists already'),
      },
    ]);
  });

  it('are replaced under the same name, and keep what was counted and whether they are enabled', async () => {
    const { scheduler } = setUp();
    const enqueue = (tag: string) => ({ kind: 'enqueue', request: { type: 'work', tags: [tag] } }) as const;
    const first = await scheduler.onEvent('e', enqueue('old'), { name: 'h', priority: 'high' });
    expect(first).toMatchObject({ handlerType: 'job_creator', priority: 2, enabled: true });
    await scheduler.triggerEvent('e');
    await scheduler.disableEventHandler(first.id);
    const second = await scheduler.onEvent('e', enqueue('new'), { name: 'h' });
    expect(second).toMatchObject({ id: first.id, triggerCount: 1, priority: 2, enabled: false });
    expect((await scheduler.triggerEvent('e')).executions).toEqual([]);
    await scheduler.enableEventHandler(first.id);
    expect((await scheduler.triggerEvent('e')).executions).toMatchObject([{ tags: ['new'] }]);
    await scheduler.offEvent(first.id);
    expect((await scheduler.triggerEvent('e')).executions).toEqual([]);
    await expect(scheduler.offEvent(first.id)).rejects.toMatchObject({ code: 'EVENT_HANDLER_NOT_FOUND' });
    await expect(scheduler.enableEventHandler('x')).rejects.toMatchObject({
      code: 'EVENT_HANDLER_NOT_FOUND',
    });
  });

  it('belong to their tenants (F190)', async () => {
    const { scheduler } = setUp();
    const enqueue = { kind: 'enqueue', request: { type: 'work' } } as const;
    const mine = await scheduler.forTenant('acme').onEvent('e', enqueue, { name: 'mine' });
    await scheduler.onEvent('e', enqueue, { name: 'theirs', tenant: 'other' });
    await scheduler.onEvent('e', enqueue, { name: 'everybodys' });
    const makes = async (tenant?: string) =>
      (await scheduler.triggerEvent('e', {}, tenant === undefined ? {} : { tenant })).executions.map(
        (execution) => execution.tenant,
      );
    expect(await makes('acme')).toEqual(['acme', 'acme']);
    expect(await makes()).toEqual([null]);
    expect((await scheduler.forTenant('acme').eventHandlers()).items.map(({ id }) => id)).toEqual([mine.id]);
    await expect(scheduler.forTenant('other').offEvent(mine.id)).rejects.toThrow(
      'no event handler has the id',
    );
  });

  it.each([
    [
      { kind: 'create_jobs', definition: {} },
      /action.*create_job, enqueue, trigger_workflow, dispatch_agent/,
    ],
    [
      { kind: 'create_job', definition: { type: 'work', trigger: trigger.once(at('05:00:00')) } },
      /fixed instant/,
    ],
    [{ kind: 'create_job', definition: { type: 'work', delai: '5m' } }, /did you mean 'delay'/],
    [{ kind: 'create_job', definition: { type: 'work', id: 'x' } }, /definition\.id: is not known/],
    [{ kind: 'enqueue', request: { type: 'work', payload: 'all' } }, /request\.payload: is neither/],
    [{ kind: 'enqueue', request: { type: 'unknown' } }, /no handler supports the job type "unknown"/],
    [{ kind: 'dispatch_agent', agent: '' }, /agent: is empty/],
    [
      { kind: 'dispatch_agent', agent: 'a' },
      /agents is not supported by this node; give createSchedulerNode/,
    ],
    [{ kind: 'trigger_workflow', workflow: 'w' }, /workflows is not supported by this node/],
    [null, /action: is not an action/],
  ])('refuses the action %j', async (action, message) => {
    const { scheduler } = setUp();
    await expect(scheduler.onEvent('e', action as never)).rejects.toThrow(message);
  });

  it('refuses names and data that make no sense', async () => {
    const { scheduler } = setUp();
    const action = { kind: 'enqueue', request: { type: 'work' } } as const;
    await expect(scheduler.onEvent('scheduler:job.created', action)).rejects.toThrow(
      'eventName: is an event of the scheduler itself, which only functions hear',
    );
    await expect(scheduler.onEvent('e', action, { nam: 'x' } as never)).rejects.toThrow(
      "did you mean 'name'",
    );
    await expect(scheduler.onEvent('e', () => undefined)).rejects.toThrow('a function cannot be stored');
    await expect(scheduler.triggerEvent('')).rejects.toThrow('eventName: is empty');
    await expect(scheduler.triggerEvent('scheduler:x')).rejects.toThrow('does not begin with scheduler:');
    await expect(scheduler.triggerEvent('e', [] as never)).rejects.toThrow('data: is not an object');
    await expect(scheduler.triggerEvent('e', { at: new Date() } as never)).rejects.toThrow(
      'data.at: is a Date',
    );
    await expect(scheduler.eventHandlers({ limit: 0 })).rejects.toThrow('limit: is too small');
  });
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
