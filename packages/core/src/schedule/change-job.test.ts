import {
  ConcurrentChange,
  IllegalTransition,
  JobNotFound,
  type JobStatus,
  type JsonObject,
  type ScheduleChanges,
  ScheduleInvalid,
  type Trigger,
  trigger,
} from '@scheduler/contracts';
import { type ExecutionCounts, NO_COUNTS, type SaveJob } from '@scheduler/contracts/adapter';
import { knowing, managerOn } from '../test-support/manager-parts.js';
import { minute, sampleJob } from '../test-support/samples.js';

const paused = sampleJob({ status: 'paused', pausedAt: minute(1), nextRunAt: minute(60) });
const counts = (changes: Partial<ExecutionCounts>): ExecutionCounts => ({
  pending: 0,
  running: 0,
  success: 0,
  failed: 0,
  timeout: 0,
  cancelled: 0,
  skipped: 0,
  ...changes,
});
const others = (...statuses: JobStatus[]) =>
  (['active', 'paused', 'completed', 'failed', 'cancelled'] as const).filter(
    (status) => !statuses.includes(status),
  );

describe('update', () => {
  const full = sampleJob({ description: 'old', targetId: 't', maxExecutions: 9, endAt: minute(999) });

  it('changes what is given and nothing else', async () => {
    const { bus, manager, schedules } = managerOn({ schedules: knowing(full) });
    const changed = await manager.update('job-1', { description: 'new', tags: ['x'], timeout: '1s' });
    expect(changed).toMatchObject({
      ...full,
      description: 'new',
      tags: ['x'],
      policies: { ...full.policies, timeoutMs: 1_000 },
    });
    expect((schedules.of('save') as SaveJob[])[0]?.expectedRevision).toBe(1);
    expect(bus.names).toEqual(['scheduler:job.updated']);
  });

  it('keeps the version of the payload with other metadata, unless they name one', async () => {
    const typed = sampleJob({ metadata: { team: 'x', payload_version: 2 } });
    const { manager } = managerOn({ schedules: knowing(typed) });
    const metadataAfter = async (metadata: JsonObject) =>
      (await manager.update('job-1', { metadata })).metadata;
    expect(await metadataAfter({ cost: 1 })).toEqual({ cost: 1, payload_version: 2 });
    expect(await metadataAfter({ payload_version: 3 })).toEqual({ payload_version: 3 });
  });

  it('takes optional values away with null', async () => {
    const { manager } = managerOn({ schedules: knowing(full) });
    const changes = { description: null, targetId: null, maxExecutions: null };
    expect(await manager.update('job-1', changes)).toMatchObject(changes);
  });

  it('keeps the next run unless trigger or window change', async () => {
    const { clock, manager } = managerOn({ schedules: knowing(sampleJob()) });
    await clock.advance(90 * 60_000);
    expect((await manager.update('job-1', { name: 'x', payload: 5 })).nextRunAt).toEqual(minute(60));
    expect((await manager.update('job-1', { trigger: trigger.every('2h') })).nextRunAt).toEqual(minute(120));
    expect((await manager.update('job-1', { startAt: minute(200) })).nextRunAt).toEqual(minute(200));
  });

  it('keeps a one-off that was fired as it is, whatever changes but its trigger', async () => {
    const fired = sampleJob({
      trigger: trigger.once(minute(-5)),
      nextRunAt: null,
      counters: { ...NO_COUNTS, fired: 1 },
    });
    const { manager } = managerOn({ schedules: knowing(fired) });
    const changes = { description: 'late', endAt: minute(500) };
    expect(await manager.update('job-1', changes)).toMatchObject({ ...changes, nextRunAt: null });
    const again = trigger.once(minute(90));
    expect((await manager.update('job-1', { trigger: again })).nextRunAt).toEqual(minute(90));
  });

  it('changes a job that has used up its executions, and gives it no next run', async () => {
    const usedUp = sampleJob({ maxExecutions: 3, counters: { ...NO_COUNTS, fired: 3 }, nextRunAt: null });
    const { manager } = managerOn({ schedules: knowing(usedUp) });
    expect(await manager.update('job-1', { description: 'x', endAt: minute(500) })).toMatchObject({
      description: 'x',
      nextRunAt: null,
    });
  });

  it('changes the expressions, the zone or the interval of its trigger', async () => {
    const berlin = trigger.cron('0 9 * * *', { zone: 'Europe/Berlin' });
    const { manager } = managerOn({ schedules: knowing(sampleJob({ trigger: berlin })) });
    const update = async (changes: ScheduleChanges) => {
      const { trigger: changed, nextRunAt } = await manager.update('job-1', changes);
      return { changed, nextRunAt };
    };
    expect(await update({ cron: '0 10 * * *' })).toEqual({
      changed: { ...berlin, expressions: ['0 10 * * *'] },
      nextRunAt: minute(9 * 60),
    });
    expect(await update({ cron: ['0 10 * * *'], zone: 'UTC' })).toMatchObject({
      changed: { zone: 'UTC' },
      nextRunAt: minute(10 * 60),
    });
    expect(await update({ zone: 'UTC' })).toMatchObject({
      changed: { expressions: ['0 9 * * *'], zone: 'UTC' },
      nextRunAt: minute(9 * 60),
    });
    expect(await update({ every: '2h' })).toMatchObject({
      changed: { kind: 'every', durationMs: 7_200_000 },
    });
  });

  it.each<[ScheduleChanges, RegExp]>([
    [
      { cron: '0 9 * * *', every: '1h' },
      /^every: is given beside cron; accepted: one of trigger, cron and every/,
    ],
    [{ trigger: trigger.every('1h'), cron: '0 9 * * *' }, /^cron: is given beside trigger/],
    [{ every: '1h', zone: 'UTC' }, /^zone: has no meaning beside every/],
    [{ zone: 'Europe/Berlin' }, /^zone: has no meaning for a trigger of the kind 'every'/],
    [{ cron: '61 * * * *' }, /Invalid cron expression/],
    [{ cron: [] }, /^cron: /],
    [{ every: 'soon' as never }, /^every: /],
    [{ cron: '0 9 * * *', zone: 'Mars/Base' }, /zone/],
    [
      { maxExecutions: 3 },
      /^maxExecutions: must be more than the occurrences that were fired already, got 3; accepted: 4 or more/,
    ],
    [{ endAt: minute(-1) }, /^endAt: must be in the future/],
    [{ startAt: minute(9), endAt: minute(5) }, /^endAt: must be after startAt/],
    [{ trigger: trigger.once(minute(-5)) }, /execute_at must be in the future/],
    [{ trigger: trigger.cron('nonsense') }, /trigger\.expressions/],
    [{ metadata: 5 as never }, /^metadata: is not an object/],
    [{ payload: new Map() }, /^payload: is not a plain object/],
    [{ type: 'mail' } as never, /^type: is not known/],
  ])('refuses %j, and nothing is stored', async (changes, message) => {
    const job = sampleJob({ counters: { ...NO_COUNTS, fired: 3 } });
    const { manager, schedules } = managerOn({ schedules: knowing(job) });
    await expect(manager.update('job-1', changes)).rejects.toThrow(message);
    expect(schedules.of('save')).toEqual([]);
  });

  it.each(others('active', 'paused'))('refuses a job that is %s', async (status) => {
    const { manager } = managerOn({ schedules: knowing(sampleJob({ status })) });
    await expect(manager.update('job-1', { name: 'x' })).rejects.toThrow(
      `is ${status} and cannot become rescheduled`,
    );
  });
});

describe('reschedule (F97)', () => {
  it('gives a recurring job another recurring trigger and finds its next run', async () => {
    const { manager } = managerOn({ schedules: knowing(sampleJob()) });
    const daily = trigger.cron('0 9 * * *');
    const job = await manager.reschedule('weekly-sales', daily);
    expect(job).toMatchObject({ trigger: daily, nextRunAt: minute(9 * 60) });
  });

  it('refuses one-off jobs and one-off triggers', async () => {
    const recurring = managerOn({ schedules: knowing(sampleJob()) });
    await expect(recurring.manager.reschedule('job-1', trigger.once(minute(5)))).rejects.toThrow(
      "trigger: is 'once', and only recurring jobs are rescheduled; accepted: cron, every or calendar",
    );
    const once = managerOn({ schedules: knowing(sampleJob({ trigger: trigger.once(minute(60)) })) });
    await expect(once.manager.reschedule('job-1', trigger.every('1h'))).rejects.toThrow(
      "trigger of the job: is 'once', and only recurring jobs are rescheduled",
    );
  });

  const berlin = trigger.cron('0 9 * * *', { zone: 'Europe/Berlin', dst: { repeat: 'both' } });

  it.each<[string, Trigger | string | readonly string[]]>([
    ['an expression', '0 10 * * *'],
    ['a list of expressions', ['0 10 * * *', '0 11 * * *']],
    ['a trigger', trigger.cron('0 10 * * *')],
    ['a trigger of another kind', trigger.daily({ at: '10:00' })],
    ['plain data', { kind: 'cron', expressions: ['0 10 * * *'] } as unknown as Trigger],
  ])(
    'keeps zone, daylight saving policy and start date unless they are given: %s (F273)',
    async (_, input) => {
      const stored = sampleJob({ trigger: berlin, startAt: minute(-60) });
      const { manager } = managerOn({ schedules: knowing(stored) });
      const job = await manager.reschedule('job-1', input);
      expect(job).toMatchObject({
        trigger: { zone: 'Europe/Berlin', dst: { gap: 'after', repeat: 'both' } },
        startAt: minute(-60),
        nextRunAt: minute(9 * 60),
      });
    },
  );

  it('takes another zone where one is given', async () => {
    const { manager } = managerOn({ schedules: knowing(sampleJob({ trigger: berlin })) });
    const job = await manager.reschedule('job-1', trigger.cron('0 10 * * *', { zone: 'UTC' }));
    expect(job).toMatchObject({ trigger: { zone: 'UTC', dst: berlin.dst }, nextRunAt: minute(10 * 60) });
  });

  it('refuses what is no trigger', async () => {
    const { manager } = managerOn({ schedules: knowing(sampleJob()) });
    await expect(manager.reschedule('job-1', 'nonsense')).rejects.toThrow(ScheduleInvalid);
    await expect(manager.reschedule('job-1', 5 as never)).rejects.toThrow(ScheduleInvalid);
  });
});

describe('pause and resume (F91, F100)', () => {
  it('asks the store for its time, since an estimate may be seconds off', async () => {
    const job = sampleJob({ nextRunAt: minute(60) });
    const { manager, schedules } = managerOn({
      schedules: { ...knowing(job), now: async () => minute(61) },
    });
    await manager.pause(job.id);
    expect(schedules.of('save')).toMatchObject([
      { job: { pausedAt: minute(61) }, skipped: [{ skipped: { count: 1, from: minute(60) } }] },
    ]);
  });

  it('pauses an active job, with the reason', async () => {
    const { bus, manager } = managerOn({ schedules: knowing(sampleJob()) });
    expect(await manager.pause('job-1', 'holidays')).toMatchObject({
      status: 'paused',
      statusReason: 'holidays',
      pausedAt: minute(0),
    });
    expect(bus.names).toEqual(['scheduler:job.paused']);
  });

  it.each(others('active'))('does not pause a job that is %s, and names the status', async (status) => {
    const { manager, schedules } = managerOn({ schedules: knowing(sampleJob({ status })) });
    await expect(manager.pause('job-1')).rejects.toThrow(
      `job job-1 is ${status} and cannot become paused; only an active job can be paused`,
    );
    expect(schedules.of('save')).toEqual([]);
  });

  it.each(others('paused'))('does not resume a job that is %s, and names the status', async (status) => {
    const { manager } = managerOn({ schedules: knowing(sampleJob({ status })) });
    await expect(manager.resume('job-1')).rejects.toThrow(IllegalTransition);
    await expect(manager.resume('job-1')).rejects.toThrow('only a paused job can be resumed');
  });

  it('resumes with the first instant after now, and leaves a trace of what the pause left out', async () => {
    const { bus, clock, manager, schedules } = managerOn({ schedules: knowing(paused) });
    await clock.advance(190 * 60_000);
    expect(await manager.resume('job-1')).toMatchObject({
      status: 'active',
      nextRunAt: minute(240),
      pausedAt: null,
    });
    expect((schedules.of('save') as SaveJob[])[0]?.skipped).toMatchObject([
      {
        status: 'skipped',
        reason: { code: 'paused' },
        occurrenceAt: minute(180),
        skipped: { count: 3, from: minute(60), to: minute(180) },
      },
    ]);
    expect(bus.names).toEqual(['scheduler:execution.skipped', 'scheduler:job.resumed']);
  });

  it('leaves no trace of a pause in which nothing fell due', async () => {
    const { manager, schedules } = managerOn({ schedules: knowing(paused) });
    expect((await manager.resume('job-1')).nextRunAt).toEqual(minute(60));
    expect((schedules.of('save') as SaveJob[])[0]?.skipped).toEqual([]);
  });

  it('ends a job that has no instant left', async () => {
    const { clock, executions, manager } = managerOn({
      schedules: knowing(paused.with({ endAt: minute(100) })),
      executions: { count: async () => counts({}) },
    });
    await clock.advance(190 * 60_000);
    expect(await manager.resume('job-1')).toMatchObject({ status: 'completed', nextRunAt: null });
    expect(executions.of('count')).toEqual([{ tenant: null, jobId: 'job-1' }]);
  });

  it.each([counts({ running: 1 }), counts({ pending: 1 })])(
    'leaves a job that has no instant left, but something that is not finished, to its last execution: %j',
    async (left) => {
      const { clock, manager } = managerOn({
        schedules: knowing(paused.with({ endAt: minute(100) })),
        executions: { count: async () => left },
      });
      await clock.advance(190 * 60_000);
      expect(await manager.resume('job-1')).toMatchObject({ status: 'active', nextRunAt: null });
    },
  );

  const missedOnce = paused.with({ trigger: trigger.once(minute(60)) });

  it('resumes a one-off that was missed at its own instant, so that it runs late', async () => {
    const { clock, manager, schedules } = managerOn({ schedules: knowing(missedOnce) });
    await clock.advance(190 * 60_000);
    expect(await manager.resume('job-1')).toMatchObject({ status: 'active', nextRunAt: minute(60) });
    expect((schedules.of('save') as SaveJob[])[0]?.skipped).toEqual([]);
  });

  it('ends a one-off that was missed where its policy is to skip, and leaves a trace', async () => {
    const missedRuns = { ...missedOnce.policies.missedRuns, policy: 'skip' as const };
    const { clock, manager, schedules } = managerOn({
      schedules: knowing(missedOnce.with({ policies: { ...missedOnce.policies, missedRuns } })),
      executions: { count: async () => counts({}) },
    });
    await clock.advance(190 * 60_000);
    expect(await manager.resume('job-1')).toMatchObject({ status: 'completed', nextRunAt: null });
    expect((schedules.of('save') as SaveJob[])[0]?.skipped).toMatchObject([{ occurrenceAt: minute(60) }]);
  });

  it('resumes no job that has used up its executions', async () => {
    const usedUp = paused.with({ maxExecutions: 3, counters: { ...NO_COUNTS, fired: 3 } });
    const { manager } = managerOn({
      schedules: knowing(usedUp),
      executions: { count: async () => counts({}) },
    });
    expect(await manager.resume('job-1')).toMatchObject({ status: 'completed' });
  });
});

describe('a change', () => {
  it('is made anew when somebody else was faster', async () => {
    const revisions = [1, 2, 3].map((revision) => sampleJob({ revision }));
    let reads = 0;
    const { manager, schedules } = managerOn({
      schedules: {
        get: async () => revisions[reads++] ?? null,
        save: async ({ job, expectedRevision }) => {
          if (expectedRevision < 3) throw new ConcurrentChange(job.id, expectedRevision);
          return job;
        },
      },
    });
    expect((await manager.pause('job-1')).revision).toBe(3);
    expect((schedules.of('save') as SaveJob[]).map(({ expectedRevision }) => expectedRevision)).toEqual([
      1, 2, 3,
    ]);
  });

  it('is given up after ten times', async () => {
    const { manager, schedules } = managerOn({
      schedules: { ...knowing(sampleJob()), save: () => Promise.reject(new ConcurrentChange('job-1', 1)) },
    });
    await expect(manager.pause('job-1')).rejects.toThrow(ConcurrentChange);
    expect(schedules.of('save')).toHaveLength(10);
  });

  it('is not repeated after any other error', async () => {
    const { manager, schedules } = managerOn({
      schedules: { ...knowing(sampleJob()), save: () => Promise.reject(new Error('connection lost')) },
    });
    await expect(manager.pause('job-1')).rejects.toThrow('connection lost');
    expect(schedules.of('save')).toHaveLength(1);
  });

  it('needs a job that exists, by id or by name', async () => {
    const { manager } = managerOn({ schedules: knowing(sampleJob()) });
    expect((await manager.pause('weekly-sales')).id).toBe('job-1');
    await expect(manager.pause('nobody')).rejects.toThrow(JobNotFound);
    await expect(manager.get('nobody')).rejects.toThrow('no job has the id or name "nobody"');
    expect(await manager.find('nobody')).toBeNull();
  });
});
