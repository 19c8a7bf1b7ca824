import { JobNotFound, JobResult, trigger } from '@scheduler/contracts';
import { appScene } from './test-support/app.js';
import { at, gate, recorder } from './test-support/scene.js';

const nothing = () => undefined;

describe('jobs from data', () => {
  it('name their handler by module and function, or by its type (F6)', async () => {
    const work = recorder('Reports.nightly');
    const { app, clock } = appScene({ handlers: [work.handler] });
    const rows = JSON.parse(`[
      { "name": "night", "module": "Reports", "function": "nightly", "cron": "30 0 * * *", "payload": { "n": 1 } },
      { "name": "day", "type": "Reports.nightly", "cron": ["0 9 * * *", "0 17 * * *"], "zone": "Asia/Tokyo" }
    ]`) as Parameters<typeof app.insert>[0][];
    for (const row of rows) await app.insert(row);
    expect((await app.get('day')).trigger).toEqual(
      trigger.cron(['0 9 * * *', '0 17 * * *'], { zone: 'Asia/Tokyo' }),
    );
    await app.start();
    await clock.advance('1h');
    await app.stop();
    expect(work.calls.map(({ job }) => [job.name, job.payload])).toEqual([['night', { n: 1 }]]);
  });

  it('are refused if they are invalid (F6)', async () => {
    const { app } = appScene();
    app.register('work', nothing);
    const cron = '0 9 * * *';
    await app.insert({ name: 'a', type: 'work', cron });
    await expect(app.insert({ name: 'a', type: 'work', cron })).rejects.toMatchObject({
      code: 'JOB_ALREADY_EXISTS',
    });
    // @ts-expect-error the function is missing
    await expect(app.insert({ name: 'b', module: 'M', cron })).rejects.toThrow('function: is missing');
    // @ts-expect-error one of them
    const both = app.insert({ name: 'b', type: 'work', module: 'M', function: 'f', cron });
    await expect(both).rejects.toThrow('beside module and function');
    // @ts-expect-error when?
    await expect(app.insert({ name: 'b', type: 'work' })).rejects.toThrow(
      'cron: is missing, and so is every',
    );
    // @ts-expect-error both
    const twice = app.insert({ name: 'b', type: 'work', cron, every: '5m' });
    await expect(twice).rejects.toThrow('cron: is given beside every');
    // @ts-expect-error an option that nobody knows
    await expect(app.insert({ name: 'b', type: 'work', cron, qeue: 'x' })).rejects.toThrow(
      "did you mean 'queue'",
    );
    await expect(app.insert({ name: 'b', type: 'other', cron })).rejects.toMatchObject({
      code: 'HANDLER_NOT_FOUND',
    });
  });
});

describe('control', () => {
  it('inserts, changes, lists, finds and deletes (F90)', async () => {
    const { app } = appScene();
    app.register('work', nothing);
    for (const name of ['b', 'a', 'c']) await app.insert({ name, type: 'work', cron: '0 9 * * *' });
    expect((await app.insert({ name: 'd', type: 'work', every: '15m' })).trigger).toMatchObject({
      kind: 'every',
      durationMs: 900_000,
    });
    await app.delete('d');
    await app.update('a', { queue: 'mails', description: 'changed' });
    expect((await app.get('a')).policies.queue).toBe('mails');
    await app.delete('b');
    expect((await app.all()).map(({ name }) => name)).toEqual(['a', 'c']);
    await expect(app.get('b')).rejects.toThrow(JobNotFound);
    expect(await app.find('b')).toBeNull();
    await expect(app.delete('b')).rejects.toThrow(JobNotFound);
  });

  it('returns all jobs, however many pages they fill (F90)', async () => {
    const { app } = appScene();
    app.register('work', nothing);
    const names = Array.from({ length: 1_005 }, (_, index) => `job-${String(index).padStart(4, '0')}`);
    for (const name of names) await app.insert({ name, type: 'work', cron: '0 9 * * *' });
    expect((await app.all()).map(({ name }) => name)).toEqual(names);
  });

  it('pauses and resumes (F91, F100)', async () => {
    const { app } = appScene();
    await app.every().hour().do('a', nothing);
    expect((await app.pause('a', 'holiday')).status).toBe('paused');
    await expect(app.pause('a')).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    expect((await app.resume('a')).status).toBe('active');
    await expect(app.resume('a')).rejects.toThrow('active');
  });

  it('runs a job at once (F92, F96)', async () => {
    const { app, clock } = appScene();
    await app
      .every()
      .day()
      .do('a', () => JobResult.success('done'));
    await app.start();
    const { id } = await app.runNow('a');
    await clock.advance('1s');
    expect(await app.getExecution(id)).toMatchObject({ status: 'success', output: 'done', origin: 'manual' });
    await app.stop();
  });

  it('lists the jobs that are due (F96)', async () => {
    const { app, clock } = appScene();
    await app.every(10).minutes().do('late', nothing);
    await app.every(20).minutes().do('soon', nothing);
    await app.every().hour().do('later', nothing);
    await app.every(5).minutes().do('paused', nothing);
    await app.pause('paused');
    expect(await app.dueJobs()).toEqual([]);
    await clock.advance('20m');
    expect((await app.dueJobs()).map(({ name }) => name)).toEqual(['late', 'soon']);
    await app.node.tick();
    expect(await app.dueJobs()).toEqual([]);
  });

  it('fires what is due, once, in a loop that ends (F96, F283)', async () => {
    const ran: string[] = [];
    const { app, clock } = appScene();
    await app.at(new Date(clock.now().getTime() + 60_000)).do('one-off', () => void ran.push('one-off'));
    await app
      .every(10)
      .minutes()
      .do('late', () => void ran.push('late'));
    await app.every().hour().do('later', nothing);
    await clock.advance('25m');
    for (let due = await app.dueJobs(); due.length > 0; due = await app.dueJobs())
      for (const { id } of due) expect(await app.executeJob(id)).not.toEqual([]);
    for (const name of ['one-off', 'late', 'later']) expect(await app.executeJob(name)).toEqual([]);
    await app.node.tick();
    await app.node.drain();
    expect(ran.sort()).toEqual(['late', 'one-off']);
    expect(await app.get('one-off')).toMatchObject({ status: 'completed', counters: { fired: 1 } });
    expect((await app.get('late')).nextRunAt).toEqual(new Date(clock.now().getTime() + 5 * 60_000));
    await expect(app.executeJob('nobody')).rejects.toThrow(JobNotFound);
  });

  it('fires each occurrence once, however many callers execute a job at once (F96)', async () => {
    const { app, clock } = appScene();
    await app.every(10).minutes().do('late', nothing);
    await clock.advance('10m');
    const all = await Promise.all(Array.from({ length: 10 }, () => app.executeJob('late')));
    expect(all.flat()).toHaveLength(1);
    expect((await app.history('late')).total).toBe(1);
  });

  it('lists and fires what is due of a tenant alone (F96)', async () => {
    const { app, clock } = appScene();
    app.register('work', nothing);
    const every = { type: 'work', trigger: trigger.every('10m') };
    const [a, b] = [app.forTenant('a'), app.forTenant('b')];
    await a.schedule({ ...every, name: 'of-a' });
    const { id } = await b.schedule({ ...every, name: 'of-b' });
    await clock.advance('10m');
    expect((await a.dueJobs()).map(({ name }) => name)).toEqual(['of-a']);
    expect((await app.dueJobs()).map(({ name }) => name).sort()).toEqual(['of-a', 'of-b']);
    await expect(a.executeJob(id)).rejects.toThrow(JobNotFound);
    expect(await a.executeJob('of-a')).toHaveLength(1);
    expect(await a.dueJobs()).toEqual([]);
  });

  it('lists what runs, by node and by queue, and stops it (F93, F94)', async () => {
    const slow = gate('slow');
    const { app, clock } = appScene({
      handlers: [slow.handler],
      config: { queues: { default: 5, mails: 5 } },
    });
    await app.every().hour().do('a', slow.handler);
    await app.every().hour().with({ queue: 'mails' }).do('b', slow.handler);
    await app.start();
    expect(await app.runningJobs()).toEqual([]);
    await app.runNow('a');
    await app.runNow('b');
    await clock.advance('1s');
    expect((await app.runningJobs()).map(({ jobName }) => jobName).sort()).toEqual(['a', 'b']);
    expect((await app.queues.stats('mails'))[0]).toMatchObject({ running: 1, runningJobs: ['b'] });

    expect(await app.cancelRunning('nobody')).toEqual({ state: 'not_found' });
    expect(await app.cancelRunning('b', 'too slow')).toMatchObject({ state: 'stopping' });
    await clock.advance('1s');
    expect(await app.cancelRunning('b')).toEqual({ state: 'not_running' });
    expect((await app.history('b')).items[0]).toMatchObject({ status: 'cancelled' });
    expect((await app.get('b')).status).toBe('active');
    slow.waiting[0]?.end();
    await clock.advance('1s');
    await app.stop();
  });

  it('cancels a job with a reason and keeps it; deletes it with all its data (F95, F98, F99)', async () => {
    const { app } = appScene();
    const { id } = await app.every().hour().do('a', nothing);
    expect(await app.cancel(id, 'not needed')).toMatchObject({
      status: 'cancelled',
      statusReason: 'not needed',
    });
    expect(await app.get(id)).toMatchObject({ status: 'cancelled' });
    await app.delete(id);
    expect(await app.find(id)).toBeNull();
  });

  it('lists by any of its filters, such as those that are enabled (F95, F103, F104)', async () => {
    const { app } = appScene();
    await app
      .every()
      .hour()
      .with({ tags: ['x'] })
      .do('a', nothing);
    await app.every().hour().do('b', nothing);
    await app.pause('a');
    expect((await app.list({ statuses: ['active'] })).items.map(({ name }) => name)).toEqual(['b']);
    expect((await app.list({ tags: ['x'] })).items.map(({ name }) => name)).toEqual(['a']);
    const sorted = await app.list({ sortBy: 'name', sortOrder: 'asc', limit: 1, offset: 1 });
    expect(sorted.items.map(({ name }) => name)).toEqual(['b']);
  });

  it('reschedules a recurring job, and retries a failed execution (F97, F101)', async () => {
    const { app, clock } = appScene();
    await app
      .every(10)
      .minutes()
      .with({ maxRetries: 0 })
      .do('a', () => JobResult.failure({ error: 'no' }));
    await app.start();
    await clock.advance('10m');
    const [failed] = (await app.history('a')).items;
    expect(failed?.status).toBe('failed');
    expect((await app.reschedule('a', trigger.cron('0 9 * * *'))).nextRunAt).toEqual(at('09:00:00'));
    expect(await app.retryExecution(failed?.id ?? '')).toMatchObject({
      attemptsUsed: 0,
      originalExecutionId: failed?.id,
      origin: 'retried',
    });
    await app.stop();
  });

  it('returns the history and the status of a job (F102, F105)', async () => {
    const slow = gate('slow');
    const { app, clock } = appScene({ handlers: [slow.handler] });
    await app.every(10).minutes().do('a', slow.handler);
    expect(await app.status('a')).toMatchObject({
      name: 'a',
      status: 'active',
      running: [],
      last: null,
      nextRunAt: at('00:10:00'),
    });
    await app.start();
    await clock.advance('10m');
    slow.waiting[0]?.end();
    await clock.advance('10m');
    const status = await app.status('a');
    expect(status).toMatchObject({ nextRunAt: at('00:30:00'), counters: { fired: 2, succeeded: 1 } });
    expect(status.running.map(({ occurrenceAt }) => occurrenceAt)).toEqual([at('00:20:00')]);
    expect(status.last).toMatchObject({ status: 'running', occurrenceAt: at('00:20:00') });
    expect((await app.history('a', { limit: 1, statuses: ['success'] })).items).toMatchObject([
      { occurrenceAt: at('00:10:00') },
    ]);
    await expect(app.status('nobody')).rejects.toThrow(JobNotFound);
    slow.waiting[1]?.end();
    await clock.advance('1s');
    await app.stop();
  });

  it('controls queues, and returns the leader', async () => {
    const { app, clock } = appScene({ config: { leadership: { distributed: true } } });
    let runs = 0;
    app.register('work', () => void (runs += 1));
    await app.queues.pause('default');
    await app.start();
    await app.enqueue('work');
    await clock.advance('1m');
    expect(runs).toBe(0);
    await app.queues.resume('default');
    await clock.advance('1m');
    expect(runs).toBe(1);
    expect(await app.leader()).toMatchObject({ node: app.node.id });
    await app.stop();
  });
});
