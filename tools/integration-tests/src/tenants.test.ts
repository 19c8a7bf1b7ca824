import { trigger } from '@scheduler/contracts';
import { recorder, scene } from './test-support/scene.js';

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
