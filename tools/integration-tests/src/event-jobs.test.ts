import {
  eventOf,
  type EventReport,
  type JsonObject,
  type ScheduleDefinition,
  trigger,
} from '@scheduler/contracts';
import { at, executionsOf, gate, recorder, scene, START, statuses } from './test-support/scene.js';

const TICKET = { ticketId: 7, title: 'The printer burns' };

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

  it('run once for each event, and get its data', async () => {
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

  it('do not run for other events', async () => {
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

  it('run once for each of fifty events, one after the other (F192)', async () => {
    const { node, wait, happen, calls, clock } = setUp();
    await wait();
    await node.start();
    for (let event = 0; event < 50; event += 1) {
      await happen();
      await clock.advance(1);
    }
    await clock.advance('1m');
    expect(statuses(await executionsOf(node, 'waiting'))).toEqual(Array(50).fill('success'));
    expect(calls.map(({ context }) => context.occurrence)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    );
    await node.stop();
  });

  it.each<[Partial<ScheduleDefinition>, string[]]>([
    [{}, ['running', 'pending']],
    [{ overlap: 'queue' }, ['running', 'pending']],
    [{ overlap: 'skip' }, ['running', 'skipped: overlap']],
    [{ allowOverlap: true }, ['running', 'running']],
    [{ concurrency: 2, overlap: 'skip' }, ['running', 'running']],
  ])('with %j an event that comes while the job runs: %j', async (definition, expected) => {
    const slow = gate('slow');
    const { node, clock } = scene({ handlers: [slow.handler] });
    await node.scheduler.schedule({
      type: 'slow',
      name: 'waiting',
      trigger: trigger.event('e'),
      ...definition,
    });
    await node.start();
    await node.scheduler.triggerEvent('e');
    await clock.advance('1s');
    await node.scheduler.triggerEvent('e');
    await clock.advance('1s');
    expect(statuses(await executionsOf(node, 'waiting'))).toEqual(expected);
    for (const { end } of slow.waiting) end();
    await clock.advance('1s');
    for (const { end } of slow.waiting) end();
    await clock.advance('1s');
    await node.stop();
  });

  it('take and lose a policy for overlap by an update', async () => {
    const { node, wait } = setUp();
    await wait();
    const policyAfter = async (overlap: 'skip' | 'queue' | null) => {
      const job = await node.scheduler.update('waiting', { overlap });
      return [job.policies.overlap, job.overlapPolicy()];
    };
    expect(await policyAfter('skip')).toEqual(['skip', 'skip']);
    expect(await policyAfter(null)).toEqual([undefined, 'queue']);
    const changes = { trigger: trigger.cron('0 * * * *') };
    expect((await node.scheduler.update('waiting', changes)).overlapPolicy()).toBe('skip');
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

  it('end after their maximum number of runs', async () => {
    const { node, wait, happen, calls } = setUp({ maxExecutions: 2, allowOverlap: true });
    await wait();
    for (let count = 0; count < 3; count += 1) await happen();
    await node.drain();
    expect(calls).toHaveLength(2);
    expect((await node.scheduler.get('waiting')).status).toBe('completed');
  });

  it('run only within their window', async () => {
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

  it('run for events of their own tenant, and never for those of another (F190)', async () => {
    const { node, happen } = setUp();
    const waiting = { type: 'work', trigger: trigger.event('ticket:created'), allowOverlap: true };
    for (const tenant of ['acme', 'other'])
      await node.scheduler.schedule({ ...waiting, tenant, name: `of ${tenant}` });
    await node.scheduler.schedule({ ...waiting, name: 'of nobody' });
    const forAll = trigger.event('ticket:created', { allTenants: true });
    await node.scheduler.schedule({ ...waiting, trigger: forAll, name: 'for all' });
    const jobsRunFor = async (options: object) =>
      (await happen(options)).executions.map(({ jobName }) => jobName).sort();
    expect(await jobsRunFor({ tenant: 'acme' })).toEqual(['for all', 'of acme']);
    expect(await jobsRunFor({})).toEqual(['for all', 'of nobody']);
    const report = await node.scheduler.forTenant('other').triggerEvent('ticket:created');
    expect(report.event.tenant).toBe('other');
    expect(report.executions.map(({ jobName }) => jobName)).toEqual(['of other']);
    await expect(
      node.scheduler.forTenant('other').schedule({ ...waiting, trigger: forAll, name: 'greedy' }),
    ).rejects.toThrow("trigger.allTenants: is given for a job of the tenant 'other'");
    await expect(node.scheduler.forTenant('other').reschedule('of other', forAll)).rejects.toThrow(
      'trigger.allTenants',
    );
    await expect(
      node.scheduler.forTenant('other').triggerEvent('ticket:created', {}, { tenant: 'acme' }),
    ).rejects.toThrow('tenant: is another tenant');
  });

  it.each([
    [{ trigger: trigger.event('scheduler:job.created') }, /^trigger\.name: is an event of the scheduler/],
    [{ exclusions: { dates: ['2030-01-02'] } }, /^exclusions: mean nothing to a job that waits/],
  ])('refuses %j', async (definition, message) => {
    const { wait } = setUp(definition);
    await expect(wait()).rejects.toThrow(message);
  });
});
