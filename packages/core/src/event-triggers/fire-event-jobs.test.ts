import { type Clock, ConcurrentChange, type ScheduledJob, trigger } from '@scheduler/contracts';
import { managerOn } from '../test-support/manager-parts.js';
import { minute, sampleJob } from '../test-support/samples.js';
import { fireEventJobs } from './fire-event-jobs.js';

const event = { id: 'e1', name: 'paid', at: minute(0), tenant: null, data: { order: 7 } };
const waiting = sampleJob({ trigger: trigger.event('paid'), nextRunAt: null });

/** Somebody else changes the job each time we want to write; when we read it again, it is as `later` says. */
function setUp(job: ScheduledJob, later: (reads: number) => ScheduledJob | null) {
  let reads = 0;
  let pauses = 0;
  const { parts, schedules } = managerOn({
    schedules: {
      list: async ({ offset }) => ({
        items: offset === 0 ? [job] : [],
        total: 1,
        totalIsExact: true,
        limit: 500,
        offset,
      }),
      get: async () => later((reads += 1)),
      fire: async ({ firings }) => firings.map(({ job: { id } }) => ({ kind: 'conflict', jobId: id })),
      save: async () => {
        throw new ConcurrentChange(job.id, job.revision);
      },
    },
    executions: { get: async () => null },
  });
  const clock = {
    setTimer: ({ callback }: { callback: () => void }) => {
      pauses += 1;
      callback();
      return { cancel: () => undefined };
    },
  } as unknown as Clock;
  return { fire: () => fireEventJobs({ ...parts, clock }, event, false), schedules, pauses: () => pauses };
}

describe('fireEventJobs (F192)', () => {
  it('says which job it could not fire, after it has tried with patience', async () => {
    const { fire, schedules, pauses } = setUp(waiting, () => waiting);
    expect(await fire()).toEqual({
      executions: [],
      repeated: 0,
      failures: [
        { name: waiting.name, tenant: null, error: expect.stringContaining('trigger the event again') },
      ],
    });
    expect(schedules.of('fire')).toHaveLength(60);
    expect(pauses()).toBe(55);
  });

  it.each<[string, ScheduledJob | null]>([
    ['was removed', null],
    ['has ended', waiting.cancel(minute(0))],
    ['waits for another event', waiting.with({ trigger: trigger.event('refunded') })],
    ['has had its runs', waiting.with({ maxExecutions: 1, counters: { ...waiting.counters, fired: 1 } })],
  ])('leaves a job alone that %s meanwhile', async (_, changed) => {
    const { fire, schedules } = setUp(waiting, () => changed);
    expect(await fire()).toEqual({ executions: [], repeated: 0, failures: [] });
    expect(schedules.of('fire')).toHaveLength(1);
  });

  it('tries again to leave the trace of a paused job, until it is removed', async () => {
    const paused = waiting.pause(minute(0));
    const { fire, schedules } = setUp(paused, (reads) => (reads < 3 ? paused : null));
    expect((await fire()).failures).toEqual([]);
    expect(schedules.of('save')).toHaveLength(3);
  });
});
