import { trigger } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { gate, recorder, scene, statuses } from './test-support/scene.js';

const daily = trigger.cron('0 9 * * *');

async function setUp() {
  const { node } = scene({ handlers: [recorder('work').handler] });
  const acme = node.scheduler.forTenant('acme');
  const globex = node.scheduler.forTenant('globex');
  const job = await acme.schedule({ type: 'work', name: 'daily', trigger: daily });
  return { node, acme, globex, job };
}

it('a tenant sees and creates only its own jobs (F241, F252)', async () => {
  const { node, acme, globex, job } = await setUp();
  expect(job.tenant).toBe('acme');
  expect((await acme.list()).items.map(({ id }) => id)).toEqual([job.id]);
  expect((await globex.list()).total).toBe(0);
  expect(await node.scheduler.get(job.id)).toEqual(job);
});

it('an id or name of another tenant does not exist for any operation', async () => {
  const { globex, job, acme } = await setUp();
  const execution = await acme.runNow(job.id);
  for (const reference of [job.id, 'daily']) {
    expect(await globex.find(reference)).toBeNull();
    for (const ask of [
      globex.get(reference),
      globex.pause(reference),
      globex.cancel(reference),
      globex.update(reference, { name: 'mine' }),
      globex.reschedule(reference, daily),
      globex.unschedule(reference),
      globex.runNow(reference),
      globex.history(reference),
      globex.getJobStats(reference),
    ]) {
      await expect(ask).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
    }
  }
  await expect(globex.getExecution(execution.id)).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  await expect(globex.cancelExecution(execution.id)).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  await expect(globex.retryExecution(execution.id)).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  expect(await acme.get('daily')).toMatchObject({ status: 'active', revision: job.revision });
});

it('statistics are those of the tenant alone (F219, F220)', async () => {
  const { node, acme, globex } = await setUp();
  await acme.runNow('daily');
  await globex.enqueue({ type: 'work' });
  await node.drain();
  const metrics = await acme.getMetrics();
  expect([metrics.jobs.total, metrics.executions.total, metrics.executions.successful]).toEqual([1, 1, 1]);
  const foreign = await globex.getMetrics();
  expect([foreign.jobs.total, foreign.executions.successful]).toEqual([0, 1]);
  expect((await node.statistics.metrics()).executions.successful).toBe(2);
  expect((await acme.getJobStats('daily')).executions).toMatchObject({ total: 1, successful: 1 });
});

it('names are unique within a tenant, not across tenants', async () => {
  const { globex, acme } = await setUp();
  await expect(globex.schedule({ type: 'work', name: 'daily', trigger: daily })).resolves.toMatchObject({
    tenant: 'globex',
  });
  await expect(acme.schedule({ type: 'work', name: 'daily', trigger: daily })).rejects.toMatchObject({
    code: 'JOB_ALREADY_EXISTS',
  });
});

it('a tenant cannot create anything for another tenant', async () => {
  const { globex } = await setUp();
  await expect(globex.schedule({ type: 'work', trigger: daily, tenant: 'acme' })).rejects.toMatchObject({
    code: 'SCHEDULE_INVALID',
  });
  await expect(globex.enqueue({ type: 'work', tenant: 'acme' })).rejects.toMatchObject({
    code: 'SCHEDULE_INVALID',
  });
  expect((await globex.enqueue({ type: 'work' })).tenant).toBe('globex');
});

describe('what is not a tenant (F252)', () => {
  const notTenants = [undefined, null, '', {}, 7, '../x y', 'a\nb', 'x'.repeat(256)];

  it('never opens anything: neither all that there is, nor what has no tenant', async () => {
    const { node } = await setUp();
    await node.scheduler.schedule({ type: 'work', name: 'nobodys', trigger: daily });
    for (const value of notTenants)
      for (const scoped of [
        () => node.scheduler.forTenant(value as never),
        () => node.deadLetters.forTenant(value as never),
        () => node.statistics.forTenant(value as never),
      ])
        expect(scoped).toThrow(expect.objectContaining({ code: 'TENANT_INVALID' }));
    expect(() => node.scheduler.forTenant('../x y')).toThrow(
      'tenant: is not a tenant, got "../x y"; accepted: letters, digits and any of . _ : @ - , starting with',
    );
  });

  it('is refused wherever a tenant enters, and nothing is stored', async () => {
    const { node } = await setUp();
    const until = new Date(node.clock.now().getTime() + 60_000);
    for (const tenant of notTenants.slice(1) as never[]) {
      for (const ask of [
        node.scheduler.schedule({ type: 'work', trigger: daily, tenant }),
        node.scheduler.enqueue({ type: 'work', tenant }),
        node.scheduler.onEvent('user:signup', { kind: 'enqueue', request: { type: 'work' } }, { tenant }),
        node.scheduler.triggerEvent('user:signup', {}, { tenant }),
        node.forecast({ until, tenant }),
        node.explain('daily', { tenant }),
        node.checkCompatibility({ tenant }),
      ])
        await expect(ask).rejects.toMatchObject({ code: expect.stringMatching(/_INVALID$/), issues: [{}] });
    }
    for (const tenant of [undefined, '', '../x y'] as never[])
      await expect(
        node.events.publish({ events: [{ name: 'user:signup', at: until, tenant, data: {} }] }),
      ).rejects.toMatchObject({ code: 'EVENT_INVALID' });
    expect((await node.scheduler.list()).total).toBe(1);
    expect((await node.scheduler.eventHandlers()).total).toBe(0);
  });
});

it('a scheduler of one tenant can only be narrowed (F252)', async () => {
  const { node, acme } = await setUp();
  expect((await acme.forTenant('acme').list()).total).toBe(1);
  for (const scoped of [
    () => acme.forTenant('globex'),
    () => node.deadLetters.forTenant('acme').forTenant('globex'),
    () => node.statistics.forTenant('acme').forTenant('globex'),
  ])
    expect(scoped).toThrow(expect.objectContaining({ code: 'TENANT_INVALID' }));
});

it('a name that two tenants have is refused where no tenant is named, and nothing changes (F252)', async () => {
  const { node, acme, globex, job } = await setUp();
  const other = await globex.schedule({ type: 'work', name: 'daily', trigger: daily });
  const { scheduler } = node;
  for (const ask of [
    scheduler.find('daily'),
    scheduler.get('daily'),
    scheduler.pause('daily'),
    scheduler.resume('daily'),
    scheduler.cancel('daily'),
    scheduler.cancelRunning('daily'),
    scheduler.update('daily', { description: 'mine' }),
    scheduler.reschedule('daily', daily),
    scheduler.unschedule('daily'),
    scheduler.runNow('daily'),
    scheduler.history('daily'),
    scheduler.getJobStats('daily'),
    node.explain('daily'),
  ])
    await expect(ask).rejects.toMatchObject({ code: 'JOB_AMBIGUOUS', tenants: ['acme', 'globex'] });
  expect(await acme.get('daily')).toEqual(job);
  expect(await globex.get('daily')).toEqual(other);
  expect((await scheduler.cancel(job.id)).tenant).toBe('acme');
  expect((await globex.get('daily')).status).toBe('active');
});

it('a job of the application is found by its name, whatever the jobs of tenants are called (F252)', async () => {
  const { node, globex } = await setUp();
  await globex.schedule({ type: 'work', name: 'daily', trigger: daily });
  const own = await node.scheduler.schedule({ type: 'work', name: 'daily', trigger: daily });
  expect((await node.scheduler.get('daily')).id).toBe(own.id);
});

describe('limits and circuits of tenants (F252)', () => {
  const down = () =>
    recorder('mail', ({ job: { tenant } }) => {
      if (tenant === 'acme') throw new Error('connection refused');
    });
  const mails = (count: number) =>
    Array.from({ length: count }, () => ({ type: 'mail', circuit: 'smtp', maxRetries: 0 }));

  it('a circuit that the work of a tenant opens holds nobody else', async () => {
    const config = { circuits: { smtp: { failureThreshold: 2 } } };
    const { node } = scene({ handlers: [down().handler], config });
    await node.scheduler.forTenant('acme').enqueueMany(mails(2));
    await node.drain();
    await node.scheduler.forTenant('acme').enqueueMany(mails(1));
    await node.scheduler.forTenant('globex').enqueueMany(mails(3));
    await node.scheduler.enqueueMany(mails(1));
    expect(statuses((await node.drain()).executions)).toEqual(Array(4).fill('success'));
    expect(
      (await node.circuits.getAllStates()).map(({ name, tenant, state }) => [name, tenant, state]),
    ).toEqual([
      ['smtp', undefined, 'closed'],
      ['smtp', 'acme', 'open'],
    ]);
    expect(await node.circuits.getState('smtp', { tenant: 'acme' })).toMatchObject({
      name: 'smtp',
      tenant: 'acme',
      state: 'open',
      options: { failureThreshold: 2 },
    });
    expect(await node.circuits.reset('smtp', { tenant: 'acme' })).toMatchObject({ state: 'closed' });
  });

  it('a circuit that is declared as shared is one for all', async () => {
    const config = { circuits: { smtp: { failureThreshold: 2, shared: true } } };
    const { node } = scene({ handlers: [down().handler], config });
    await node.scheduler.forTenant('acme').enqueueMany(mails(2));
    await node.drain();
    await node.scheduler.forTenant('globex').enqueueMany(mails(3));
    expect((await node.drain()).executions).toEqual([]);
    expect(await node.circuits.getState('smtp', { tenant: 'globex' })).toMatchObject({ state: 'open' });
  });

  it.each([
    ['2/m', ['success', 'success']],
    ['2/m shared', []],
    [{ count: 2, period: '1m', shared: true }, []],
  ])('a limit of a type, %p, that a tenant has used up', async (rate, others) => {
    const config = { rateLimits: { types: { mail: rate } } };
    const { node } = scene({ handlers: [recorder('mail').handler], config });
    await node.scheduler.forTenant('acme').enqueueMany(Array(3).fill({ type: 'mail' }));
    expect(statuses((await node.drain()).executions)).toEqual(['success', 'success']);
    await node.scheduler.forTenant('globex').enqueueMany(Array(3).fill({ type: 'mail' }));
    expect(statuses((await node.drain()).executions)).toEqual(others);
    const [left] = await node.rateLimits.status('type', 'mail', { tenant: 'acme' });
    expect(left?.tokens).toBe(0);
    expect(await node.rateLimits.acquire('type', 'mail', { tenant: 'initech' })).toMatchObject({
      ok: others.length > 0,
    });
  });

  it('a limit of a queue protects the queue, whoever uses it', async () => {
    const config = { rateLimits: { queues: { default: '2/m' } } };
    const { node } = scene({ handlers: [recorder('mail').handler], config });
    await node.scheduler.forTenant('acme').enqueueMany(Array(2).fill({ type: 'mail' }));
    await node.drain();
    await node.scheduler.forTenant('globex').enqueue({ type: 'mail' });
    expect((await node.drain()).executions).toEqual([]);
  });
});

/** What an API leaves behind. */
async function useApi({ access }: SchedulerNode, tenant: string): Promise<void> {
  const { key } = await access.apiKeys.create({ name: 'deployment', tenant, preset: 'operator' });
  await access.idempotency.begin({ tenant, scope: key.id, key: 'order-7', requestHash: 'x' });
  await access.auditLog.append([
    {
      tenant,
      principal: { id: key.id, kind: 'api_key' },
      action: 'jobs:write',
      operation: 'jobs.create',
      object: null,
      reason: null,
      requestId: null,
    },
  ]);
}

describe('deleting a tenant (F252)', () => {
  async function populated() {
    const busy = gate('busy');
    const config = {
      circuits: { smtp: { failureThreshold: 1 } },
      rateLimits: { types: { fail: '100/m' } },
      pollInterval: '1s',
    };
    const failing = recorder('fail', () => {
      throw new Error('refused');
    });
    const { node, clock } = scene({
      handlers: [recorder('work').handler, failing.handler, busy.handler],
      config,
    });
    for (const tenant of ['acme', 'globex']) {
      const own = node.scheduler.forTenant(tenant);
      await own.schedule({ type: 'work', name: 'daily', trigger: daily });
      await own.enqueue({ type: 'fail', circuit: 'smtp', maxRetries: 0 });
      await own.onEvent('e', { kind: 'enqueue', request: { type: 'work' } });
      await useApi(node, tenant);
    }
    await node.drain();
    return { node, clock, busy, acme: node.scheduler.forTenant('acme') };
  }

  it('removes all that belongs to it, and nothing of others', async () => {
    const { node } = await populated();
    const steps: number[] = [];
    const deleted = await node.scheduler.deleteTenant('acme', {
      onProgress: ({ jobs, executions }) => void steps.push(jobs + executions),
    });
    const expected = {
      jobs: 1,
      executions: 1,
      stopped: 0,
      workflows: 0,
      eventHandlers: 1,
      circuits: 1,
      rateLimits: 1,
      apiKeys: 1,
      auditRecords: 1,
      idempotencyKeys: 1,
      events: 0,
      alerts: 0,
    };
    expect(deleted).toEqual({ tenant: 'acme', ...expected });
    expect(steps.at(-1)).toBe(2);
    expect(await node.scheduler.deleteTenant('acme')).toMatchObject({ jobs: 0, executions: 0 });
    expect((await node.deadLetters.forTenant('acme').stats()).total).toBe(0);
    expect((await node.deadLetters.stats()).total).toBe(1);
    expect((await node.circuits.getAllStates()).map(({ tenant }) => tenant)).toEqual([undefined, 'globex']);
    expect(await node.scheduler.deleteTenant('globex')).toMatchObject(expected);
  });

  it('stops what runs, and refuses its outcome', async () => {
    const { node, busy, acme } = await populated();
    const { id } = await acme.enqueue({ type: 'busy' });
    const drained = node.drain();
    while (busy.waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await node.scheduler.deleteTenant('acme')).toMatchObject({ stopped: 1, executions: 2 });
    expect(busy.waiting[0]?.context.signal.aborted).toBe(true);
    await drained;
    await expect(node.scheduler.getExecution(id)).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
    expect((await acme.listExecutions()).total).toBe(0);
  });

  it('is refused for what is not a tenant, and to the scheduler of a tenant', async () => {
    const { node, acme } = await populated();
    for (const value of [undefined, null, '', '*', '../x y'] as never[])
      await expect(node.scheduler.deleteTenant(value)).rejects.toMatchObject({ code: 'TENANT_INVALID' });
    await expect(acme.deleteTenant('acme')).rejects.toThrow('cannot be deleted by its own scheduler');
    await expect(acme.deleteTenant('globex')).rejects.toMatchObject({ code: 'TENANT_INVALID' });
    expect((await node.scheduler.list()).total).toBe(2);
  });
});
