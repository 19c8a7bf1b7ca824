import { eventOf, trigger } from '@scheduler/contracts';
import { at, recorder, scene, START } from './test-support/scene.js';

const TICKET = { ticketId: 7, title: 'The printer burns' };

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
    const request = { type: 'work', payload: { channel: 'email' }, priority: 'high' } as const;
    await scheduler.onEvent('user:signup', { kind: 'enqueue', request }, { allTenants: true });
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

  it('run once for an event with the same id', async () => {
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

  it('count their results; a failure is logged and never thrown (F193)', async () => {
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

  it('are replaced under the same name, and keep their counts and whether they are enabled', async () => {
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
    await scheduler.onEvent('e', enqueue, { name: 'everybodys', allTenants: true });
    await scheduler.onEvent('e', enqueue, { name: 'nobodys' });
    const makes = async (tenant?: string) =>
      (await scheduler.triggerEvent('e', {}, tenant === undefined ? {} : { tenant })).executions.map(
        (execution) => execution.tenant,
      );
    expect(await makes('acme')).toEqual(['acme', 'acme']);
    expect(await makes()).toEqual([null, null]);
    expect((await scheduler.forTenant('acme').eventHandlers()).items.map(({ id }) => id)).toEqual([mine.id]);
    await expect(scheduler.forTenant('other').offEvent(mine.id)).rejects.toThrow(
      'no event handler has the id',
    );
    for (const ask of [
      scheduler.forTenant('acme').onEvent('e', enqueue, { allTenants: true }),
      scheduler.onEvent('e', enqueue, { tenant: 'acme', allTenants: true }),
    ])
      await expect(ask).rejects.toThrow("allTenants: is given for a handler of the tenant 'acme'");
  });

  it('call functions without a tenant for events of tenants only where they handle all tenants (F252)', async () => {
    const { scheduler, node } = setUp();
    const seen: string[] = [];
    await scheduler.onEvent('e', ({ tenant }) => void seen.push(`nobodys ${tenant}`), { name: 'nobodys' });
    const everybodys = { name: 'everybodys', allTenants: true };
    await scheduler.onEvent('e', ({ tenant }) => void seen.push(`everybodys ${tenant}`), everybodys);
    await node.open();
    await scheduler.forTenant('acme').triggerEvent('e', { secret: 1 });
    await scheduler.triggerEvent('e');
    await node.stop();
    expect(seen).toEqual(['everybodys acme', 'everybodys null', 'nobodys null']);
  });

  it('call functions of the application for what the scheduler publishes of any tenant (F252)', async () => {
    const { scheduler, node } = setUp();
    const seen: (string | null)[] = [];
    await scheduler.onEvent('scheduler:job.created', ({ tenant }) => void seen.push(tenant), { name: 'all' });
    await node.open();
    await scheduler.forTenant('acme').schedule({ type: 'work', trigger: trigger.event('e') });
    await node.stop();
    expect(seen).toEqual(['acme']);
  });

  it('tell a tenant nothing about those of others (F252)', async () => {
    const { scheduler } = setUp();
    const enqueue = {
      kind: 'enqueue',
      request: { type: 'work', queue: 'default', payload: { of: 'nobody' } },
    } as const;
    await scheduler.onEvent('e', enqueue, { name: 'everybodys', allTenants: true });
    await scheduler.schedule({
      type: 'work',
      name: 'audit',
      payload: { password: 'of the application' },
      trigger: trigger.event('e', { allTenants: true }),
    });
    const report = await scheduler.forTenant('acme').triggerEvent('e', { n: 1 }, { id: 'same' });
    expect(report.executions.map(({ tenant, payload }) => [tenant, payload])).toEqual([
      ['acme', { of: 'nobody', event: { n: 1 } }],
    ]);
    expect((await scheduler.history('audit')).items).toMatchObject([{ tenant: null }]);
    expect(JSON.stringify(report)).not.toContain('password');
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
    [null, /handler: is not an action/],
  ])('refuses the action %j', async (action, message) => {
    const { scheduler } = setUp();
    await expect(scheduler.onEvent('e', action as never)).rejects.toThrow(message);
  });

  it('refuses invalid names and data', async () => {
    const { scheduler } = setUp();
    const action = { kind: 'enqueue', request: { type: 'work' } } as const;
    await expect(scheduler.onEvent('scheduler:job.created', action)).rejects.toThrow(
      'eventName: is an event of the scheduler itself, to which only functions can subscribe',
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
