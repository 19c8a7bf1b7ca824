import { type ScheduledJob, trigger } from '@scheduler/contracts';
import type { CancelJob, SaveJob } from '@scheduler/contracts/adapter';
import { knowing, type ManagerAnswers, managerOn } from '../test-support/manager-parts.js';
import { minute, sampleJob } from '../test-support/samples.js';

const HOUR_MS = 3_600_000;
const once = sampleJob({ trigger: trigger.once(minute(60)) });

/** A job that was due at 60 and at 120 minutes, at 150 minutes. */
async function overdue(job: ScheduledJob, answers: ManagerAnswers = {}) {
  const set = managerOn({ ...answers, schedules: { ...knowing(job), ...answers.schedules } });
  await set.clock.advance(2.5 * HOUR_MS);
  return set;
}

const left = { status: 'skipped', skipped: { count: 2, from: minute(60), to: minute(120) } };

describe('an overdue job that gets another trigger', () => {
  it('is fired by its old one first, and then changed as it is stored by then', async () => {
    let stored = sampleJob();
    const fired: (Date | null)[] = [];
    const { manager, schedules } = await overdue(stored, {
      schedules: { get: async () => stored },
      fireNow: async (job) => {
        fired.push(job.nextRunAt);
        stored = job.with({ nextRunAt: minute(180), revision: 2 });
        return { kind: 'fired', job: stored, executions: [] };
      },
    });
    expect((await manager.reschedule('job-1', trigger.every('2h'))).nextRunAt).toEqual(minute(240));
    expect(fired).toEqual([minute(60)]);
    expect((schedules.of('save') as SaveJob[]).map(({ expectedRevision }) => expectedRevision)).toEqual([2]);
  });

  it('is changed at once where its old trigger makes no sense', async () => {
    const { manager } = await overdue(sampleJob(), { fireNow: async () => null });
    expect((await manager.update('job-1', { trigger: trigger.every('2h') })).nextRunAt).toEqual(minute(240));
  });

  it('is not fired for another change, and a one-off is moved with its occurrence', async () => {
    const fireNow = () => Promise.reject(new Error('fired'));
    const other = await overdue(sampleJob(), { fireNow });
    expect((await other.manager.update('job-1', { tags: ['x'] })).nextRunAt).toEqual(minute(60));
    const { manager } = await overdue(once, { fireNow });
    const moved = await manager.update('job-1', { trigger: trigger.once(minute(300)) });
    expect(moved.nextRunAt).toEqual(minute(300));
  });

  it('leaves a trace of what its pause has left out, if it is paused', async () => {
    const { manager, schedules } = await overdue(sampleJob({ status: 'paused', pausedAt: minute(1) }));
    await manager.reschedule('job-1', trigger.every('2h'));
    expect((schedules.of('save') as SaveJob[])[0]?.skipped).toMatchObject([
      { ...left, reason: { code: 'paused' } },
    ]);
  });
});

describe('an overdue job that is paused', () => {
  it('leaves a trace, and is not due for it any more', async () => {
    const { manager, schedules } = await overdue(sampleJob());
    expect(await manager.pause('job-1')).toMatchObject({ status: 'paused', nextRunAt: minute(180) });
    expect((schedules.of('save') as SaveJob[])[0]?.skipped).toMatchObject([
      { ...left, reason: { code: 'paused' } },
    ]);
  });

  it('keeps its instant if it is a one-off, to run late', async () => {
    const { manager, schedules } = await overdue(once);
    expect(await manager.pause('job-1')).toMatchObject({ status: 'paused', nextRunAt: minute(60) });
    expect((schedules.of('save') as SaveJob[])[0]?.skipped).toEqual([]);
  });
});

describe('an overdue job that is cancelled', () => {
  const answered = { cancel: async ({ job }: CancelJob) => ({ job, cancelledExecutions: 0, stopping: [] }) };
  const skippedBy = async (job: ScheduledJob) => {
    const { manager, schedules } = await overdue(job, { schedules: answered });
    await manager.cancel('job-1');
    return (schedules.of('cancel') as CancelJob[])[0]?.skipped;
  };

  it('leaves a trace with the reason', async () => {
    expect(await skippedBy(sampleJob())).toMatchObject([{ ...left, reason: { code: 'cancelled' } }]);
    const paused = sampleJob({ status: 'paused', pausedAt: minute(1) });
    expect(await skippedBy(paused)).toMatchObject([{ ...left, reason: { code: 'paused' } }]);
  });

  it('is cancelled without one where its trigger makes no sense, or paused', async () => {
    const broken = sampleJob({ trigger: trigger.cron('nonsense') });
    expect(await skippedBy(broken)).toEqual([]);
    const { manager } = await overdue(broken);
    expect(await manager.pause('job-1')).toMatchObject({ status: 'paused', nextRunAt: minute(60) });
  });
});
