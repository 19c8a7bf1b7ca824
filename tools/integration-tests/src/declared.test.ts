import {
  ConcurrentChange,
  HandlerNotFound,
  type ScheduleDefinition,
  type SchedulerStore,
  ScheduleInvalid,
  silentLogger,
  trigger,
} from '@scheduler/contracts';
import {
  createScheduler,
  createSchedulerNode,
  type PlanEntry,
  type SchedulerConfigInput,
} from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { at, executionsOf, recorder, START, statuses } from './test-support/scene.js';

const mail: ScheduleDefinition = { type: 'work', name: 'mail', trigger: trigger.cron('0 9 * * *') };
const sweep: ScheduleDefinition = { type: 'work', name: 'sweep', trigger: trigger.every('10m'), tags: ['x'] };

/** Starts one application several times on one store. */
function application(config: SchedulerConfigInput = {}) {
  const clock = new SettableClock(START);
  const store = createMemoryStore({ clock });
  const { handler, calls } = recorder('work');
  const deploy = (jobs?: readonly ScheduleDefinition[], other: Partial<SchedulerStore> = {}) =>
    createSchedulerNode({
      store: { ...store, ...other },
      clock,
      config,
      handlers: [handler],
      logger: silentLogger,
      ...(jobs === undefined ? {} : { jobs }),
    });
  /** Starts and stops, as a deployment does. */
  const start = async (jobs?: readonly ScheduleDefinition[]) => {
    const node = deploy(jobs);
    await node.start();
    await node.stop();
    return node;
  };
  return { clock, store, calls, deploy, start, scheduler: deploy().scheduler };
}

const short = ({ action, name, steps, note }: PlanEntry) =>
  [action, name, steps.join('+'), note].filter((part) => part !== null && part !== '').join(' ');

describe('declared jobs', () => {
  it('are stored at the start and stay the same at the next one', async () => {
    const { start, scheduler } = application();
    await start([mail, sweep]);
    const first = await scheduler.list({ sortBy: 'name', sortOrder: 'asc' });
    expect(first.items).toMatchObject([
      { name: 'mail', nextRunAt: at('09:00:00'), createdBy: 'declared:default' },
      { name: 'sweep', nextRunAt: at('00:10:00'), tags: ['x'] },
    ]);
    await start([mail, sweep]);
    expect((await scheduler.list({ sortBy: 'name', sortOrder: 'asc' })).items).toEqual(first.items);
  });

  it('are expected to succeed within what they declare, and to do nothing without that (F229)', async () => {
    const { deploy, start, scheduler } = application();
    await start([{ ...mail, expectWithin: '25h' }]);
    const expected = async () => (await scheduler.get('mail')).policies.expectWithinMs;
    expect(await expected()).toBe(90_000_000);
    const later = { ...mail, expectWithin: '2d' };
    const { entries } = await deploy([later]).declared.plan();
    expect(entries).toMatchObject([
      { action: 'update', changes: [{ field: 'expectWithinMs', before: 90_000_000, after: 172_800_000 }] },
    ]);
    await start([later]);
    expect(await expected()).toBe(172_800_000);
    // Also of a stored job, as a change of it by hand would be.
    const tooLong = deploy([sweep, { ...mail, expectWithin: '8d' }]).start();
    await expect(tooLong).rejects.toThrow('declared job "mail", expectWithin: is longer than executions');
    expect([await expected(), await scheduler.find('sweep')]).toEqual([172_800_000, null]);
    await start([mail]);
    expect(await expected()).toBeUndefined();
  });

  it('change when their declaration changes, and get defaults for options that are not given any more', async () => {
    const { deploy, start, scheduler } = application();
    await start([{ ...mail, timeout: '1m', description: 'news', payload: { n: 1 } }]);
    const before = await scheduler.get('mail');
    const changed = { ...mail, trigger: trigger.cron('0 6 * * *'), type: 'work' };
    const plan = await deploy([changed]).declared.plan();
    expect(plan).toMatchObject({ hasDifferences: true, application: 'default' });
    expect(plan.entries).toMatchObject([
      {
        action: 'update',
        name: 'mail',
        jobId: before.id,
        nextRunBefore: at('09:00:00'),
        nextRunAfter: at('06:00:00'),
        steps: ['update'],
      },
    ]);
    const fields = plan.entries[0]?.changes.map(({ field }) => field);
    expect(fields).toEqual(['description', 'trigger', 'payload', 'timeoutMs']);
    expect(plan.entries[0]?.changes[3]).toEqual({ field: 'timeoutMs', before: 60_000, after: 300_000 });
    expect((await scheduler.get('mail')).nextRunAt).toEqual(at('09:00:00'));
    await start([changed]);
    expect(await scheduler.get('mail')).toMatchObject({
      id: before.id,
      nextRunAt: at('06:00:00'),
      description: null,
      payload: null,
      policies: { timeoutMs: 300_000 },
    });
    expect((await deploy([changed]).declared.plan()).hasDifferences).toBe(false);
  });

  it('keep their next run, and run what was due by the old trigger before it changes', async () => {
    const { clock, start, scheduler, deploy } = application();
    await start([sweep]);
    clock.setTime(at('00:25:00'));
    const node = deploy([{ ...sweep, trigger: trigger.every('1h') }]);
    await node.declared.reconcile();
    expect(await scheduler.get('sweep')).toMatchObject({
      nextRunAt: at('01:00:00'),
      lastRunAt: at('00:20:00'),
    });
    expect(statuses(await executionsOf(node, 'sweep'))).toEqual(['skipped: missed', 'pending']);
    await deploy([{ ...sweep, trigger: trigger.every('1h'), timeout: '1s' }]).declared.reconcile();
    expect((await scheduler.get('sweep')).nextRunAt).toEqual(at('01:00:00'));
  });

  it('keep changes made by hand until their declaration changes', async () => {
    const { start, scheduler, deploy } = application();
    await start([mail, sweep]);
    await scheduler.update('mail', { timeout: '7m', metadata: { asked: 'by ops' } });
    await scheduler.pause('sweep', 'holidays');
    await start([mail, sweep]);
    expect(await scheduler.get('mail')).toMatchObject({ policies: { timeoutMs: 420_000 } });
    const [kept, paused] = (await deploy([mail, sweep]).declared.plan()).entries;
    expect(kept).toMatchObject({ action: 'keep', steps: [], changedByHand: true });
    expect(kept?.changes.map(({ field }) => field)).toEqual(['timeoutMs', 'metadata']);
    expect(paused).toMatchObject({ action: 'keep', note: 'paused: holidays', nextRunAfter: null });
    await start([
      { ...mail, tags: ['new'] },
      { ...sweep, tags: ['new'] },
    ]);
    expect(await scheduler.get('mail')).toMatchObject({ tags: ['new'], policies: { timeoutMs: 300_000 } });
    expect(await scheduler.get('sweep')).toMatchObject({
      tags: ['new'],
      status: 'paused',
      statusReason: 'holidays',
    });
  });

  it('are paused when they are not declared any more, and resumed when they are declared again', async () => {
    const { clock, start, scheduler, deploy } = application();
    await start([mail, sweep]);
    expect((await deploy([sweep]).declared.plan()).entries.map(short)).toEqual([
      'keep sweep',
      'orphan mail pause not declared any more',
    ]);
    await start([sweep]);
    expect(await scheduler.get('mail')).toMatchObject({
      status: 'paused',
      statusReason: 'not declared any more',
    });
    expect((await deploy([sweep]).declared.plan()).hasDifferences).toBe(false);
    clock.setTime(at('12:00:00'));
    await start([mail, sweep]);
    expect(await scheduler.get('mail')).toMatchObject({
      status: 'active',
      statusReason: null,
      nextRunAt: new Date('2030-01-02T09:00:00Z'),
    });
  });

  it('are resumed with the changes of their declaration', async () => {
    const { start, scheduler } = application();
    await start([mail]);
    await start([]);
    await start([{ ...mail, trigger: trigger.cron('0 6 * * *') }]);
    expect(await scheduler.get('mail')).toMatchObject({ status: 'active', nextRunAt: at('06:00:00') });
  });

  it('that were orphaned and resumed by hand stay active, and can be orphaned again', async () => {
    const { start, scheduler, deploy } = application();
    await start([mail]);
    await start([]);
    await scheduler.resume('mail');
    await start([]);
    expect((await deploy([]).declared.plan()).entries).toMatchObject([
      { action: 'orphan', changedByHand: true },
    ]);
    expect((await scheduler.get('mail')).status).toBe('active');
    await start([mail]);
    await start([]);
    expect((await scheduler.get('mail')).status).toBe('paused');
  });

  it.each([
    ['keep', { status: 'active' }],
    ['delete', null],
  ] as const)('that are orphans: %s', async (orphans, expected) => {
    const { start, scheduler } = application({ declared: { orphans } });
    await start([mail]);
    await start([]);
    const found = await scheduler.find('mail');
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
  });

  it('are followed by `enabled` too', async () => {
    const { start, scheduler, deploy } = application();
    await start([{ ...mail, enabled: false }]);
    expect((await scheduler.get('mail')).status).toBe('paused');
    expect((await deploy([{ ...mail, enabled: false }]).declared.plan()).hasDifferences).toBe(false);
    await start([mail]);
    expect(await scheduler.get('mail')).toMatchObject({ status: 'active', nextRunAt: at('09:00:00') });
    await start([{ ...mail, enabled: false }]);
    expect(await scheduler.get('mail')).toMatchObject({
      status: 'paused',
      statusReason: 'scheduled as not enabled',
    });
    await scheduler.resume('mail');
    expect((await deploy([{ ...mail, enabled: false }]).declared.plan()).entries).toMatchObject([
      { action: 'keep', changedByHand: true },
    ]);
  });

  it('do not change jobs that were not declared, unless they are adopted', async () => {
    const { start, scheduler, deploy } = application();
    const { id } = await scheduler.schedule({ ...mail, timeout: '9s', createdBy: 'ada' });
    await scheduler.schedule({ ...sweep, tenant: 'acme' });
    await start([mail, sweep]);
    await start([]);
    expect(await scheduler.get('mail')).toMatchObject({ status: 'active', createdBy: 'ada' });
    const sweeps = (await scheduler.list({ nameContains: 'sweep' })).items;
    expect(sweeps.find(({ tenant }) => tenant === null)?.status).toBe('paused');
    expect(sweeps.find(({ tenant }) => tenant === 'acme')?.status).toBe('active');
    const node = deploy([mail]);
    expect((await node.declared.plan()).entries[0]).toMatchObject({
      action: 'keep',
      steps: [],
      note: 'a job of this name was not declared: it is left alone unless it is adopted',
    });
    await node.declared.reconcile({ adopt: true });
    expect(await scheduler.get('mail')).toMatchObject({
      id,
      createdBy: 'declared:default',
      policies: { timeoutMs: 300_000 },
    });
  });

  it('are not mixed up with a job of a tenant that has the same name', async () => {
    const { clock, deploy, scheduler } = application();
    await scheduler.schedule(sweep);
    clock.setTime(at('00:01:00'));
    await scheduler.schedule({ ...sweep, tenant: 'acme' });
    const { plan } = await deploy([sweep]).declared.reconcile();
    expect(plan.entries).toMatchObject([{ action: 'keep', tenant: null, steps: [] }]);
  });

  it('of two applications on one store do not affect each other', async () => {
    const one = application();
    await one.start([mail]);
    const billing = createSchedulerNode({
      store: one.store,
      clock: one.clock,
      logger: silentLogger,
      config: { declared: { application: 'billing' } },
      handlers: [recorder('work').handler],
      jobs: [sweep, { ...mail, timeout: '1s' }],
    });
    const { plan } = await billing.declared.reconcile();
    expect(plan.entries.map(short)).toEqual([
      'insert sweep schedule',
      'keep mail a job of this name is declared by "default": it is left alone unless it is adopted',
    ]);
    expect((await one.deploy([mail]).declared.plan()).hasDifferences).toBe(false);
  });

  it('that run once run once, however often the application starts', async () => {
    const { clock, start, scheduler, deploy, calls } = application();
    const once: ScheduleDefinition = { type: 'work', name: 'once', trigger: trigger.once(at('00:10:00')) };
    const node = deploy([once, { ...once, name: 'at-once', trigger: trigger.now() }]);
    await node.declared.reconcile();
    clock.setTime(at('00:10:00'));
    await node.tick();
    await node.drain();
    expect(calls).toHaveLength(2);
    await start([once, { ...once, name: 'at-once', trigger: trigger.now() }]);
    expect((await scheduler.list()).total).toBe(2);
    const { entries } = await deploy([{ ...once, name: 'late' }]).declared.plan();
    expect(entries[0]).toMatchObject({ action: 'keep', note: 'its time is over', nextRunAfter: null });
    const again = { ...once, trigger: trigger.once(at('00:20:00')) };
    expect((await deploy([again]).declared.plan()).entries[0]).toMatchObject({ action: 'insert' });
  });

  it('with @reboot run at the very start that declares them (F26)', async () => {
    const { start, calls } = application();
    await start([{ type: 'work', name: 'hello', trigger: trigger.reboot() }]);
    expect(calls).toHaveLength(1);
  });

  it('are written once by nodes that start at the same time', async () => {
    const { deploy, scheduler } = application();
    const reports = await Promise.all([1, 2, 3].map(() => deploy([mail, sweep]).declared.reconcile()));
    expect(reports.flatMap(({ applied }) => applied)).toHaveLength(2);
    expect((await scheduler.list()).total).toBe(2);
    const changed = [{ ...mail, timeout: '1s' }];
    await Promise.all([1, 2, 3].map(() => deploy(changed).declared.reconcile()));
    expect(await scheduler.get('mail')).toMatchObject({ revision: 2, policies: { timeoutMs: 1_000 } });
    expect(await scheduler.get('sweep')).toMatchObject({ revision: 2, status: 'paused' });
  });

  it('are compared again after a concurrent change', async () => {
    const { deploy, start, store, scheduler } = application();
    await start([mail]);
    let conflicts = 0;
    const schedules: SchedulerStore['schedules'] = Object.create(store.schedules, {
      save: {
        value: async (request: Parameters<SchedulerStore['schedules']['save']>[0]) => {
          if (conflicts++ === 0) {
            await scheduler.pause('mail', 'by hand');
            throw new ConcurrentChange('mail', 1);
          }
          return store.schedules.save(request);
        },
      },
    });
    await deploy([{ ...mail, timeout: '1s' }], { schedules }).declared.reconcile();
    expect(await scheduler.get('mail')).toMatchObject({
      statusReason: 'by hand',
      policies: { timeoutMs: 1_000 },
    });
  });

  it('are not changed by a process that only reads, declares nothing, or is configured not to', async () => {
    const { deploy, start, scheduler } = application();
    const looking = deploy([mail]);
    await looking.open();
    await looking.tick();
    expect((await scheduler.list()).total).toBe(0);
    await start([mail]);
    await start();
    expect((await scheduler.get('mail')).status).toBe('active');
    const configuredNotTo = application({ declared: { atStart: false } });
    await configuredNotTo.start([mail]);
    expect((await configuredNotTo.scheduler.list()).total).toBe(0);
  });

  it.each<[ScheduleDefinition, RegExp]>([
    [{ type: 'work', trigger: trigger.now() }, /declared job "of type work", name: is missing/],
    [{ ...mail, id: 'mine' }, /declared job "mail", id: cannot be declared/],
    [{ ...mail, createdBy: 'me' }, /declared job "mail", createdBy: cannot be declared/],
    [{ ...mail, timeout: -1 }, /declared job "mail", timeout: /],
    [{ ...mail, trigger: trigger.cron('61 * * * *') }, /declared job "mail", /],
    [{ ...sweep }, /declared job "sweep", name: is declared twice/],
  ])('refuse %j', async (definition, message) => {
    const { deploy, scheduler } = application();
    const plan = deploy([sweep, definition]).declared.plan();
    await expect(plan).rejects.toThrow(message);
    await expect(plan).rejects.toThrow(ScheduleInvalid);
    expect((await scheduler.list()).total).toBe(0);
  });

  it('are refused before anything is written if one of them has no handler', async () => {
    const { deploy, scheduler } = application();
    const node = deploy([mail, { ...sweep, type: 'unknown' }]);
    await expect(node.declared.reconcile()).rejects.toThrow(HandlerNotFound);
    expect((await scheduler.list()).total).toBe(0);
  });
});

it('includes the defaults of a type in declarations (F12)', async () => {
  const clock = new SettableClock(START);
  const store = createMemoryStore({ clock });
  const deploy = async (queue: string) => {
    const app = createScheduler({ clock, store, jobs: [mail], logger: silentLogger });
    app.register('work', () => undefined, { queue });
    const { entries } = await app.node.declared.plan();
    await app.start();
    await app.stop();
    return entries.map(({ action, changes }) => [action, ...changes.map(({ field }) => field)]);
  };
  expect(await deploy('mails')).toEqual([['insert']]);
  expect(await deploy('mails')).toEqual([['keep']]);
  expect(await deploy('letters')).toEqual([['update', 'queue']]);
});
