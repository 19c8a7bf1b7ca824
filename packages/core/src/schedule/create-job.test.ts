import {
  HandlerNotFound,
  JobAlreadyExists,
  PayloadInvalid,
  type ScheduleDefinition,
  ScheduleInvalid,
  trigger,
} from '@scheduler/contracts';
import type { AddJobs } from '@scheduler/contracts/adapter';
import { managerOn } from '../test-support/manager-parts.js';
import { minute } from '../test-support/samples.js';

const hourly: ScheduleDefinition = { type: 'export_report', trigger: trigger.every('1h') };
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe('schedule', () => {
  it('stores an active job with its first run, and tells it (F15)', async () => {
    const { bus, manager, schedules } = managerOn();
    const job = await manager.schedule(hourly);
    expect(job).toMatchObject({
      id: 'id-1',
      name: 'export_report:id-1',
      status: 'active',
      nextRunAt: minute(60),
      payload: null,
      tags: [],
      metadata: {},
      tenant: null,
      revision: 1,
      createdAt: minute(0),
    });
    expect((schedules.of('add') as AddJobs[])[0]?.jobs).toEqual([job]);
    expect(bus.names).toEqual(['scheduler:job.created']);
  });

  it('runs at once, but not before its window opens', async () => {
    const { manager } = managerOn();
    const now = { type: 'export_report', trigger: trigger.now() };
    expect((await manager.schedule(now)).nextRunAt).toEqual(minute(0));
    expect((await manager.schedule({ ...now, startAt: minute(30) })).nextRunAt).toEqual(minute(30));
  });

  it('takes the policies of the configuration where the definition names none (F55)', async () => {
    const { manager } = managerOn({ config: { defaultTimeout: '1m', retry: { maxRetries: 7 } } });
    const { policies } = await manager.schedule(hourly);
    expect(policies).toMatchObject({ timeoutMs: 60_000, maxRetries: 7, queue: 'default', priority: 5 });
    expect(policies.allowOverlap).toBe(false);
  });

  it('takes the policies of the definition over those of the configuration', async () => {
    const { manager } = managerOn();
    const { policies } = await manager.schedule({
      ...hourly,
      queue: 'reports',
      priority: 'critical',
      timeout: '10s',
      maxRetries: 0,
      backoff: { strategy: 'fixed', delay: '1s' },
      allowOverlap: true,
      concurrency: 4,
      concurrencyKey: 'customer-7',
      concurrencyLimit: 2,
      unique: { by: ['args'], states: ['running', 'success'], period: '1h' },
      missedRuns: 'all',
      onExhausted: 'pause',
    });
    expect(policies).toEqual({
      queue: 'reports',
      priority: 0,
      timeoutMs: 10_000,
      maxRetries: 0,
      backoff: { strategy: 'fixed', delayMs: 1_000, factor: 2, maxDelayMs: 3_600_000, jitter: 0 },
      allowOverlap: true,
      concurrency: 4,
      concurrencyKey: 'customer-7',
      concurrencyLimit: 2,
      unique: { by: ['args'], endStates: ['success'], periodMs: 3_600_000 },
      missedRuns: { policy: 'all', cap: 100, graceMs: 60_000 },
      onExhausted: 'pause',
      named: ['maxRetries', 'backoff'],
    });
    const capped = await manager.schedule({ ...hourly, missedRuns: { policy: 'all', cap: 5, grace: '1s' } });
    expect(capped.policies.missedRuns).toEqual({ policy: 'all', cap: 5, graceMs: 1_000 });
  });

  it('shares one object among equal policies', async () => {
    const { manager } = managerOn();
    const [one, other] = [await manager.schedule(hourly), await manager.schedule({ ...hourly, name: 'x' })];
    expect(one.policies).toBe(other.policies);
  });

  it('takes the id and the name of the caller (F17)', async () => {
    const { manager } = managerOn();
    expect(await manager.schedule({ ...hourly, id: 'my-id', name: 'my name' })).toMatchObject({
      id: 'my-id',
      name: 'my name',
    });
  });

  it('stores a job that is not enabled as paused (F19)', async () => {
    const { manager } = managerOn();
    expect(await manager.schedule({ ...hourly, enabled: false })).toMatchObject({
      status: 'paused',
      nextRunAt: minute(60),
      statusReason: 'scheduled as not enabled',
    });
  });

  it('runs "now" at once, by the time of the store', async () => {
    const { manager, storeTime } = managerOn();
    storeTime.observe(minute(30));
    expect((await manager.schedule({ type: 'mail', trigger: trigger.now() })).nextRunAt).toEqual(minute(30));
  });

  it('hands the transaction of the caller on', async () => {
    const { manager, schedules } = managerOn();
    const transaction = {};
    await manager.schedule(hourly, { transaction });
    expect(schedules.of('add')).toEqual([expect.objectContaining({ transaction })]);
  });

  it('makes jobs for its own tenant only (F252)', async () => {
    const { manager } = managerOn();
    const acme = manager.forTenant('acme');
    expect((await acme.schedule(hourly)).tenant).toBe('acme');
    expect((await acme.schedule({ ...hourly, tenant: 'acme' })).tenant).toBe('acme');
    expect((await manager.schedule({ ...hourly, tenant: 'other' })).tenant).toBe('other');
    await expect(acme.schedule({ ...hourly, tenant: 'other' })).rejects.toThrow(
      'tenant: is another tenant, got "other"; accepted: acme, or nothing',
    );
  });
});

describe('bad input', () => {
  const at = minute(30);

  it.each<[string, object, new (...args: never[]) => Error, RegExp]>([
    [
      'unknown trigger',
      { trigger: { kind: 'lunar' } },
      ScheduleInvalid,
      /^trigger\.kind: is not a known kind of trigger, got "lunar"; accepted: a trigger of the kind once/,
    ],
    ['bad cron', { trigger: trigger.cron('61 * * * *') }, ScheduleInvalid, /trigger\.expressions.*61/],
    [
      'bad zone',
      { trigger: trigger.cron('* * * * *', { zone: 'Europe/Berlun' }) },
      ScheduleInvalid,
      /trigger\.zone.*Europe\/Berlun.*Europe\/Berlin/,
    ],
    [
      'end before start',
      { startAt: minute(60), endAt: at },
      ScheduleInvalid,
      /^endAt: must be after startAt, got 2030-01-01T00:30:00\.000Z; accepted: an instant after 2030-01-01T01:00/,
    ],
    ['end at start', { startAt: at, endAt: at }, ScheduleInvalid, /^endAt: must be after startAt/],
    [
      'end in the past',
      { endAt: minute(-1) },
      ScheduleInvalid,
      /^endAt: must be in the future, got 2029-12-31T23:59/,
    ],
    [
      'at in the past (F33)',
      { trigger: trigger.once(minute(-1)) },
      ScheduleInvalid,
      /^trigger\.at: execute_at must be in the future, got 2029-12-31T23:59:00\.000Z; accepted: an instant after 2030-01-01T00:00/,
    ],
    [
      'at this very instant (F33)',
      { trigger: trigger.once(minute(0)) },
      ScheduleInvalid,
      /execute_at must be in the future/,
    ],
    ['a trigger that never fires', { endAt: at }, ScheduleInvalid, /^trigger: has no instant from now on/],
    [
      'negative timeout',
      { timeout: -1 },
      ScheduleInvalid,
      /^timeout: must not be negative, got -1; accepted: a duration/,
    ],
    [
      'unknown job type',
      { type: 'fax' },
      HandlerNotFound,
      /no handler supports the job type "fax"; registered: export_report, mail, refused/,
    ],
    ['payload that is not JSON', { payload: { at: new Date(0) } }, PayloadInvalid, /^payload\.at: is a Date/],
    [
      'payload that is too big',
      { payload: 'x'.repeat(300_000) },
      PayloadInvalid,
      /^payload: is too big \(300002 bytes\); accepted: JSON of at most 256 KB/,
    ],
    ['payload that is too deep', { payload: nested(33) }, PayloadInvalid, /is nested too deep; accepted/],
    [
      'payload with __proto__',
      { payload: JSON.parse('{"__proto__":1}') as unknown },
      PayloadInvalid,
      /^payload\.__proto__: is a dangerous key/,
    ],
    [
      'payload that the handler refuses',
      { type: 'refused' },
      PayloadInvalid,
      /^payload: is refused by its handler: format is missing/,
    ],
    [
      'metadata that is no object',
      { metadata: [1] },
      ScheduleInvalid,
      /^metadata: is not an object, got \[1\]; accepted: \{ key: value \}/,
    ],
    [
      'metadata that is not JSON',
      { metadata: { f: () => 1 } },
      ScheduleInvalid,
      /^metadata\.f: is a function/,
    ],
    ['unknown name', { triger: 1 }, ScheduleInvalid, /^triger: is not known; did you mean 'trigger'\?/],
  ])('%s: a typed error, and nothing is stored', async (...[, changes, error, message]) => {
    const { bus, manager, schedules } = managerOn();
    const scheduling = manager.schedule({ ...hourly, ...changes } as ScheduleDefinition);
    await expect(scheduling).rejects.toThrow(message);
    await expect(scheduling).rejects.toBeInstanceOf(error);
    expect(schedules.calls).toEqual([]);
    expect(bus.published).toEqual([]);
  });

  it('a taken id or name is told to nobody as created', async () => {
    const taken = new JobAlreadyExists('name', 'weekly');
    const { bus, manager } = managerOn({ schedules: { add: () => Promise.reject(taken) } });
    await expect(manager.schedule({ ...hourly, name: 'weekly' })).rejects.toBe(taken);
    expect(bus.published).toEqual([]);
  });

  it('an unknown type is accepted where its handler lives on another node', async () => {
    const { manager } = managerOn({ config: { unknownTypes: 'accept' } });
    expect((await manager.schedule({ ...hourly, type: 'fax' })).type).toBe('fax');
    await expect(manager.schedule({ ...hourly, type: 'refused' })).rejects.toThrow(PayloadInvalid);
  });
});
