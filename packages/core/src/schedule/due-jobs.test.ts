import { ConcurrentChange } from '@scheduler/contracts';
import type { ListJobs } from '@scheduler/contracts/adapter';
import { managerOn } from '../test-support/manager-parts.js';
import { minute, sampleExecution, sampleJob } from '../test-support/samples.js';

const HOUR_MS = 3_600_000;

describe('dueJobs (F96, F283)', () => {
  it('lists what is due by the time of the store, most overdue first, for its tenant', async () => {
    const list = async () => ({
      items: [sampleJob()],
      total: 1,
      totalIsExact: true,
      limit: 1_000,
      offset: 0,
    });
    const { manager, schedules } = managerOn({ schedules: { list, now: async () => minute(61) } });
    expect(await manager.forTenant('acme').dueJobs()).toEqual([sampleJob()]);
    expect((schedules.of('list') as ListJobs[])[0]).toMatchObject({
      tenant: 'acme',
      statuses: ['pending', 'active'],
      nextRunBefore: minute(61),
      sortBy: 'nextRunAt',
      sortOrder: 'asc',
    });
  });
});

describe('executeJob (F96, F283)', () => {
  async function executing(fire: 'conflict' | 'fired', stored = sampleJob()) {
    let fired = 0;
    const set = managerOn({
      schedules: { get: async () => stored },
      fireDue: async (job) => {
        fired += 1;
        if (fire === 'conflict') return { kind: 'conflict', jobId: job.id };
        stored = job.with({ nextRunAt: minute(60 + 60 * fired) });
        return { kind: 'fired', job: stored, executions: [sampleExecution({ id: `execution-${fired}` })] };
      },
    });
    await set.clock.advance(2.5 * HOUR_MS);
    return { ...set, fired: () => fired };
  }

  it('fires until nothing is due, and then nothing', async () => {
    const { manager } = await executing('fired');
    const ids = async () => (await manager.executeJob('job-1')).map(({ id }) => id);
    expect(await ids()).toEqual(['execution-1', 'execution-2']);
    expect(await ids()).toEqual([]);
  });

  it('gives up when others keep changing the job', async () => {
    const { manager } = await executing('conflict');
    await expect(manager.executeJob('job-1')).rejects.toThrow(ConcurrentChange);
  });

  it.each([
    ['paused', { status: 'paused' as const }],
    ['completed', { status: 'completed' as const, nextRunAt: null }],
    ['not due', { nextRunAt: minute(600) }],
  ])('fires nothing of a job that is %s', async (_, props) => {
    const { manager, fired } = await executing('fired', sampleJob(props));
    expect(await manager.executeJob('job-1')).toEqual([]);
    expect(fired()).toBe(0);
  });
});
