import {
  jobType,
  type OneTimeJobInput,
  type RecurringJobInput,
  ScheduleInvalid,
  trigger,
} from '@scheduler/contracts';
import { managerOn } from '../test-support/manager-parts.js';
import { minute } from '../test-support/samples.js';

const type = 'export_report';

describe('scheduleOnce (F16, F22)', () => {
  it('stores a job that runs at its instant, with all that a definition has (F18)', async () => {
    const { manager } = managerOn();
    const job = await manager.scheduleOnce({
      type,
      executeAt: minute(30),
      id: 'mine',
      name: 'reminder',
      payload: { a: 1 },
      maxRetries: 1,
      tags: ['x'],
      tenant: 'acme',
      createdBy: 'me',
    });
    expect(job).toMatchObject({
      id: 'mine',
      name: 'reminder',
      trigger: trigger.once(minute(30)),
      nextRunAt: minute(30),
      payload: { a: 1 },
      tags: ['x'],
      tenant: 'acme',
      createdBy: 'me',
      policies: { maxRetries: 1 },
    });
  });

  it('is in UTC, runs one at a time, and has empty objects where no payload and metadata are given (F279)', async () => {
    const { manager } = managerOn();
    const job = await manager.scheduleOnce({ type, executeAt: minute(1) });
    expect(job).toMatchObject({
      payload: {},
      metadata: {},
      trigger: { kind: 'once', at: minute(1) },
      policies: { allowOverlap: false, concurrency: null },
    });
    const given = await manager.scheduleOnce({ type, executeAt: minute(1), payload: null });
    expect(given.payload).toBeNull();
  });

  it('has the payload that its type has by default (F279)', async () => {
    const { manager, parts } = managerOn();
    parts.handlers.setDefaults(jobType(type), { payload: { who: 'Ada' } });
    const job = await manager.scheduleOnce({ type, executeAt: minute(1) });
    expect(job.payload).toEqual({ who: 'Ada' });
  });

  it('belongs to the tenant that asks', async () => {
    const { manager } = managerOn();
    const job = await manager.forTenant('acme').scheduleOnce({ type, executeAt: minute(1) });
    expect(job.tenant).toBe('acme');
  });

  it.each<[string, object, string]>([
    ['an instant that has passed (F33)', { executeAt: minute(-1) }, 'execute_at must be in the future'],
    ['no instant', {}, 'executeAt: is not a valid date'],
    ['a text', { executeAt: '2030-01-01' }, 'executeAt: is not a valid date, got "2030-01-01"'],
    ['a trigger besides', { executeAt: minute(1), trigger: trigger.now() }, 'trigger: is not taken here'],
    [
      'an option that nobody knows',
      { executeAt: minute(1), quue: 'x' },
      "quue: is not known; did you mean 'queue'?",
    ],
  ])('refuses %s', async (_title, input, message) => {
    const scheduled = managerOn().manager.scheduleOnce({ type, ...input } as OneTimeJobInput);
    await expect(scheduled).rejects.toThrow(ScheduleInvalid);
    await expect(scheduled).rejects.toThrow(message);
  });
});

describe('scheduleRecurring (F16)', () => {
  it('stores a cron job in its zone, within bounds (F29)', async () => {
    const { manager } = managerOn();
    const job = await manager.scheduleRecurring({
      type,
      schedule: ['0 9 * * *', '0 17 * * *'],
      timezone: 'Europe/Berlin',
      startDate: minute(60),
      endDate: minute(60 * 24 * 30),
      maxExecutions: 7,
      skipIfOverdue: true,
    });
    expect(job).toMatchObject({
      trigger: trigger.cron(['0 9 * * *', '0 17 * * *'], { zone: 'Europe/Berlin' }),
      startAt: minute(60),
      endAt: minute(60 * 24 * 30),
      maxExecutions: 7,
      policies: { missedRuns: { policy: 'skip' } },
    });
  });

  it('stores an interval, and catches up with one run unless it is to be skipped (F21, F32)', async () => {
    const { manager } = managerOn();
    const job = await manager.scheduleRecurring({ type, every: '5m', skipIfOverdue: false });
    expect(job).toMatchObject({ payload: {}, metadata: {} });
    expect(job).toMatchObject({
      trigger: trigger.every('5m'),
      nextRunAt: minute(5),
      policies: { missedRuns: { policy: 'latest' } },
    });
  });

  it.each<[string, object, string]>([
    ['neither schedule nor every', {}, 'schedule: must be given, or every, and not both'],
    ['both', { schedule: '@daily', every: '5m' }, 'schedule: must be given, or every, and not both'],
    ['a zone for an interval', { every: '5m', timezone: 'UTC' }, 'timezone: has no meaning for an interval'],
    ['an interval that is none', { every: 'soon' }, 'every: is not a duration'],
    ['an expression that is none (F44)', { schedule: '61 * * * *' }, 'Invalid cron expression'],
    ['a number', { schedule: 5 }, 'schedule: is not a schedule, got 5'],
    [
      'an end that is not after the start (F29)',
      { schedule: '@daily', startDate: minute(9), endDate: minute(9) },
      'endDate: must be after startDate',
    ],
    ['the words of a definition', { schedule: '@daily', startAt: minute(9) }, 'startAt: is not taken here'],
    [
      'two rules for what is missed',
      { schedule: '@daily', missedRuns: 'all' },
      'missedRuns: is not taken here',
    ],
  ])('refuses %s', async (_title, input, message) => {
    const scheduled = managerOn().manager.scheduleRecurring({ type, ...input } as RecurringJobInput);
    await expect(scheduled).rejects.toThrow(ScheduleInvalid);
    await expect(scheduled).rejects.toThrow(message);
  });
});
