import { defineHandler, type HandledJob, JobResult, type Scheduler, trigger } from '@scheduler/contracts';
import {
  createScheduler,
  type SchedulerApp,
  withDelay,
  withMetadata,
  withQueue,
  withUniqueKey,
} from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { appScene, restarted } from './test-support/app.js';
import { at, recorder } from './test-support/scene.js';

const nothing = () => undefined;

describe('sentences', () => {
  it('run their functions from the start on (F8, F9)', async () => {
    const { app, clock } = appScene();
    const runs: string[] = [];
    const note = (job: HandledJob) => void runs.push(`${job.name} ${clock.now().toISOString().slice(5, 19)}`);
    await app.every(30).minutes().do('half_hour', note);
    await app.every().day().at('01:15').zone('Europe/Berlin').do('night', note);
    await app.every().tuesday().wednesday().at('00:45').do('two_days', note); // 2030-01-01 is a Tuesday
    expect(app.running).toBe(false);
    await app.start();
    expect(app.running).toBe(true);
    await clock.advance('1h');
    await app.stop();
    expect(runs).toEqual([
      'night 01-01T00:15:00',
      'half_hour 01-01T00:30:00',
      'two_days 01-01T00:45:00',
      'half_hour 01-01T01:00:00',
    ]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('give days without a time midnight, and weeks without a weekday that of their first start (F8)', async () => {
    const { app } = appScene();
    const daily = await app.every(2).days().do('daily', nothing);
    const weekly = await app.every().week().do('weekly', nothing);
    expect(daily.nextRunAt).toEqual(new Date('2030-01-03T00:00:00Z'));
    expect(weekly.nextRunAt).toEqual(new Date('2030-01-08T00:00:00Z'));
  });

  it('run once with at(date) (F10)', async () => {
    const { app, clock } = appScene();
    const runs: Date[] = [];
    await app.at(at('00:10:00')).do('launch', (_job, context) => void runs.push(context.startedAt));
    await app.start();
    await clock.advance('1h');
    expect(runs).toEqual([at('00:10:00')]);
    expect((await app.get('launch')).status).toBe('completed');
    await expect(app.at(at('00:20:00')).do('missed', nothing)).rejects.toThrow('must be in the future');
    await expect(app.at(new Date('no date')).do('never', nothing)).rejects.toThrow('is not a valid date');
    await app.stop();
  });

  it('take options as objects and as functions, the later ones holding (F11)', async () => {
    const { app } = appScene();
    const often = app
      .every()
      .hour()
      .with(withQueue('mails'), { tags: ['often'] });
    const job = await often.with(withQueue('reports'), { maxExecutions: 2 }).do('hourly', nothing);
    expect(job.policies.queue).toBe('reports');
    expect(job).toMatchObject({ tags: ['often'], maxExecutions: 2 });
    expect((await often.do('other', nothing)).policies.queue).toBe('mails');
  });

  it('say within how long a success is expected, and take it back when they no longer do (F229)', async () => {
    const scene = appScene();
    const expecting = scene.app.every().day().at('03:00').expectWithin('25h');
    expect((await expecting.do('backup', nothing)).policies.expectWithinMs).toBe(90_000_000);
    const again = restarted(scene).app;
    const changed = await again.every().day().at('03:00').expectWithin('26h').do('backup', nothing);
    expect(changed).toMatchObject({ revision: 2, policies: { expectWithinMs: 93_600_000 } });
    const taken = await restarted(scene).app.every().day().at('03:00').do('backup', nothing);
    expect(taken.policies).not.toHaveProperty('expectWithinMs');
    const once = scene.app.at(at('02:00:00')).expectWithin('3h');
    expect((await once.do('launch', nothing)).policies.expectWithinMs).toBe(10_800_000);
    for (const within of ['soon', '30s', '8d'])
      await expect(scene.app.every().hour().expectWithin(within).do('never', nothing)).rejects.toMatchObject({
        code: 'SCHEDULE_INVALID',
      });
  });

  it('wait for their delay before the first run (F24)', async () => {
    const scene = appScene();
    const define = ({ app }: { readonly app: SchedulerApp }) =>
      app.every().hour().with(withDelay('10m')).do('hourly', nothing);
    expect((await define(scene)).nextRunAt).toEqual(at('00:10:00'));
    await scene.clock.advance('5m');
    expect(await define(restarted(scene))).toMatchObject({ nextRunAt: at('00:10:00'), revision: 1 });
    const both = scene.app
      .every()
      .hour()
      .with({ delay: '1m', startAt: at('01:00:00') });
    await expect(both.do('both', nothing)).rejects.toThrow('is given beside startAt');
  });

  it('refuse options that jobs do not have', async () => {
    const { app } = appScene();
    // @ts-expect-error a job is unique by its name
    const keyed = app.every().hour().with(withUniqueKey('k'));
    await expect(keyed.do('keyed', nothing)).rejects.toThrow('uniqueKey: is not known');
    await expect(app.every().hour().with({ timeout: 'soon' }).do('x', nothing)).rejects.toThrow('timeout');
  });
});

describe('schedule(name, when, handler)', () => {
  it('takes cron expressions and triggers (F7)', async () => {
    const { app, clock } = appScene();
    const runs: string[] = [];
    const note = ({ name }: HandledJob) =>
      void runs.push(`${name} ${clock.now().toISOString().slice(11, 16)}`);
    await app.schedule('one', '*/20 * * * *', note);
    await app.schedule('several', ['5 * * * *', '50 * * * *'], note);
    await app.schedule('berlin', trigger.cron('30 1 * * *', { zone: 'Europe/Berlin' }), note, {
      priority: 'high',
    });
    await app.start();
    await clock.advance('1h');
    expect(runs).toEqual([
      'several 00:05',
      'one 00:20',
      'berlin 00:30',
      'one 00:40',
      'several 00:50',
      'one 01:00',
    ]);
    expect((await app.node.scheduler.get('berlin')).policies.priority).toBe(2);
    await app.stop();
  });

  it('takes a handler, and a registered type (F7, F12)', async () => {
    const { app, clock } = appScene();
    const work = recorder('work');
    const rule = { supports: (type: string) => type.startsWith('by_rule'), handle: nothing };
    app.register('mail', work.handler.handle.bind(work.handler));
    expect((await app.schedule('a', '* * * * *', work.handler)).type).toBe('work');
    expect((await app.schedule('b', '* * * * *', work.handler)).type).toBe('work');
    expect((await app.schedule('c', '* * * * *', 'mail', { payload: 1 })).type).toBe('mail');
    expect((await app.schedule('by_rule_1', '* * * * *', rule)).type).toBe('by_rule_1');
    await app.start();
    await clock.advance('1m');
    await app.stop();
    const calls = work.calls.map(({ job }) => [job.name, job.type, job.payload]).sort();
    expect(calls).toEqual([
      ['a', 'work', null],
      ['b', 'work', null],
      ['c', 'mail', 1],
    ]);
  });

  it('refuses an invalid handler, cron expression or type', async () => {
    const { app } = appScene();
    await expect(app.schedule('a', '* * * * *', 'mial')).rejects.toMatchObject({ code: 'HANDLER_NOT_FOUND' });
    await expect(app.schedule('a', '* * * *', nothing)).rejects.toMatchObject({ code: 'SCHEDULE_INVALID' });
    await expect(app.schedule('every day', '* * * * *', nothing)).rejects.toThrow('is not a job type');
    // @ts-expect-error a number is no handler
    await expect(app.schedule('a', '* * * * *', 5)).rejects.toThrow('is not a handler');
    // @ts-expect-error nor is nothing
    await expect(app.schedule('a', '* * * * *')).rejects.toThrow('is not a handler');
    const other = defineHandler({ type: ['x', 'y'], handle: nothing });
    await expect(app.schedule('z', '* * * * *', other)).rejects.toThrow('this one supports x, y');
  });

  it('refuses another function for the same name, and takes the same one again', async () => {
    const { app } = appScene();
    await app.schedule('a', '0 * * * *', nothing);
    await app.schedule('a', '5 * * * *', nothing);
    await expect(app.schedule('a', '5 * * * *', () => undefined)).rejects.toMatchObject({
      code: 'HANDLER_ALREADY_REGISTERED',
    });
  });
});

describe('register and enqueue', () => {
  it('run work of a type with the defaults of the type, unless it has its own options (F12)', async () => {
    const { app, clock } = appScene({ config: { queues: { mails: 1, urgent: 1 } } });
    const runs: unknown[] = [];
    app.register(
      'send_mail',
      ({ payload }: HandledJob<{ readonly to: string }>, context) =>
        void runs.push([payload.to, context.maxAttempts]),
      { queue: 'mails', maxRetries: 7, tags: ['mail'] },
      { timeout: '1m' },
    );
    const plain = await app.enqueue('send_mail', { to: 'ada' });
    const other = await app.enqueue('send_mail', { to: 'bob' }, withQueue('urgent'), { maxRetries: 0 });
    const viaNode = await app.node.scheduler.enqueue({
      type: 'send_mail',
      payload: { to: 'cy' },
      queue: undefined,
    });
    const plainJob = { type: 'send_mail', trigger: trigger.every('1h'), payload: { to: 'dan' } };
    expect((await app.node.scheduler.schedule(plainJob)).policies.queue).toBe('mails');
    const job = await app.schedule('daily', '0 9 * * *', 'send_mail', { payload: { to: 'all' } });
    expect([plain, other, viaNode].map(({ queue }) => queue)).toEqual(['mails', 'urgent', 'mails']);
    expect(plain).toMatchObject({ tags: ['mail'], policy: { maxRetries: 7, timeoutMs: 60_000 } });
    expect(job).toMatchObject({ tags: ['mail'], policies: { queue: 'mails', timeoutMs: 60_000 } });
    expect(await app.schedule('daily', '0 9 * * *', 'send_mail', { payload: { to: 'all' } })).toEqual(job);
    await app.start();
    await clock.advance('1s');
    await app.stop();
    expect(runs).toEqual(
      expect.arrayContaining([
        ['ada', 8],
        ['bob', 1],
        ['cy', 8],
      ]),
    );
  });

  it('merge the metadata of the type and of the work (F12)', async () => {
    const { app } = appScene();
    app.register('work', nothing, { metadata: { team: 'a', cost: 1 } });
    expect((await app.enqueue('work')).metadata).toEqual({ team: 'a', cost: 1 });
    const own = await app.enqueue('work', null, withMetadata({ cost: 2 }));
    expect(own.metadata).toEqual({ team: 'a', cost: 2 });
    const wrong = app.enqueue('work', null, { metadata: 'x' as never });
    await expect(wrong).rejects.toThrow('metadata: is not an object');
  });

  it('refuse invalid defaults', () => {
    const { app } = appScene();
    expect(() => app.register('a', nothing, { maxRetries: -1 })).toThrow('maxRetries');
    // @ts-expect-error an option that nobody knows
    expect(() => app.register('b', nothing, { qeue: 'mails' })).toThrow("did you mean 'queue'");
    expect(() => app.register('no type!', nothing)).toThrow('is not a job type');
    expect(() => app.register('x', defineHandler({ type: 'y', handle: nothing }))).toThrow('supports y');
  });

  it('wait for a delay or an instant, and refuse both (F11, F24)', async () => {
    const { app } = appScene();
    app.register('work', nothing);
    expect(await app.enqueue('work', null, withDelay('5m'))).toMatchObject({ scheduledAt: at('00:05:00') });
    expect(await app.enqueueAt('work', at('00:07:00'), { a: 1 })).toMatchObject({
      scheduledAt: at('00:07:00'),
      payload: { a: 1 },
    });
    expect(await app.enqueueAt({ type: 'work' }, at('00:08:00'))).toMatchObject({
      scheduledAt: at('00:08:00'),
    });
    await expect(app.enqueueAt('work', at('00:07:00'), 1, withDelay('5m'))).rejects.toThrow('beside runAt');
  });

  it('refuse a key that is taken (F11)', async () => {
    const { app } = appScene();
    app.register('work', nothing);
    await app.enqueue('work', 1, withUniqueKey('k'));
    await expect(app.enqueue('work', 2, withUniqueKey('k'))).rejects.toMatchObject({
      code: 'JOB_ALREADY_EXISTS',
    });
  });
});

it('is a scheduler like any other, and opens its store with the first call', async () => {
  const clock = new SettableClock();
  const store = createMemoryStore({ clock });
  let opened = 0;
  const open = store.open.bind(store);
  const app = createScheduler({
    clock,
    store: Object.assign(store, { open: async () => void ((opened += 1), await open()) }),
  });
  const scheduler: Scheduler = app;
  app.register('work', () => JobResult.success());
  expect(opened).toBe(0);
  await Promise.all([scheduler.forTenant('acme').enqueue({ type: 'work' }), scheduler.list()]);
  expect(opened).toBe(1);
  await app.stop();
  await scheduler.list().catch(() => undefined);
  expect(opened).toBe(1);
});
