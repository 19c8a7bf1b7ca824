import { eventOf, type EventReport, type JsonObject, trigger } from '@scheduler/contracts';
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
