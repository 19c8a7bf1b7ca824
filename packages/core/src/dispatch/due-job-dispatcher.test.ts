import { type ScheduledJob, trigger } from '@scheduler/contracts';
import {
  type DueJobs,
  type FireJobs,
  type FireResult,
  type JobQueue,
  type ScheduleRepository,
  skipForOverlap,
  StoreTime,
} from '@scheduler/contracts/adapter';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import { executionEventsOn, FakeEventBus } from '../test-support/fake-event-bus.js';
import { fakePort } from '../test-support/fake-port.js';
import { ManualClock } from '../test-support/manual-clock.js';
import { RecordingLogger } from '../test-support/recording-logger.js';
import { minute, sampleJob, sequentialIds } from '../test-support/samples.js';
import { DispatchLoop } from './dispatch-loop.js';
import { DueJobDispatcher } from './due-job-dispatcher.js';

const NOW = minute(60);
const due = (id: string) => sampleJob({ id, nextRunAt: NOW });

/** Fires everything that it is asked to. */
const firesAll = async ({ firings }: FireJobs): Promise<FireResult[]> =>
  firings.map(({ job, executions }) => ({ kind: 'fired', job, executions }));

function setUp(
  batches: ScheduledJob[][],
  answers: Partial<ScheduleRepository> = {},
  queue: Partial<JobQueue> = {},
) {
  const left = [...batches];
  const clock = new ManualClock();
  const bus = new FakeEventBus();
  const parts = {
    clock,
    schedules: fakePort<ScheduleRepository>({
      findDue: async (): Promise<DueJobs> => ({ now: NOW, jobs: left.shift() ?? [] }),
      fire: firesAll,
      save: async ({ job }) => job,
      ...answers,
    }),
    queue: fakePort<JobQueue>({ dispatch: async () => undefined, ...queue }),
    recurrence: createRecurrenceEngine(),
    ids: sequentialIds(),
    events: executionEventsOn(bus, clock),
    logger: new RecordingLogger(),
    storeTime: new StoreTime(clock),
  };
  return { ...parts, bus, dispatcher: new DueJobDispatcher(parts) };
}

describe('DueJobDispatcher', () => {
  it('does nothing where nothing is due, but learns the time of the store', async () => {
    const { dispatcher, queue, schedules, storeTime } = setUp([]);
    expect(await dispatcher.tick()).toEqual({
      now: NOW,
      due: 0,
      fired: [],
      skipped: [],
      conflicts: 0,
      quarantined: [],
    });
    expect(schedules.of('fire')).toEqual([]);
    expect(queue.calls).toEqual([]);
    expect(storeTime.now()).toBe(NOW.getTime());
  });

  it('fires what is due in one step, then tells the queues and whoever listens (F122)', async () => {
    const { bus, dispatcher, queue, schedules } = setUp([[due('a'), due('b')]]);
    const report = await dispatcher.tick();
    expect(report).toMatchObject({ due: 2, conflicts: 0, fired: [{ jobId: 'a' }, { jobId: 'b' }] });
    expect(schedules.of('fire')).toHaveLength(1);
    expect(queue.of('dispatch')).toMatchObject([
      { notes: [{ executionId: 'id-1' }, { executionId: 'id-2' }] },
    ]);
    expect(bus.names).toEqual(['scheduler:job.dispatch', 'scheduler:job.dispatch']);
  });

  it('goes on until nothing is due', async () => {
    const { dispatcher, schedules } = setUp([[due('a')], [due('a'), due('b')], [due('c')]]);
    expect((await dispatcher.tick()).fired).toHaveLength(4);
    expect(schedules.of('findDue')).toEqual(Array(4).fill({ limit: 1_000 }));
  });

  it('counts what others fired first, and leaves the rest to them when it loses every race', async () => {
    const { dispatcher, queue, schedules } = setUp([[due('a')], [due('b')]], {
      fire: async ({ firings }) => firings.map(({ job }) => ({ kind: 'conflict', jobId: job.id })),
    });
    expect(await dispatcher.tick()).toMatchObject({ due: 1, fired: [], conflicts: 1 });
    expect(schedules.of('findDue')).toHaveLength(1);
    expect(queue.calls).toEqual([]);
  });

  it('reports what the store skipped, and does not dispatch it (F160)', async () => {
    const { bus, dispatcher, queue } = setUp([[due('a')]], {
      fire: async ({ firings }) =>
        firings.map(({ job, executions }) => ({
          kind: 'fired',
          job,
          executions: executions.map((execution) => skipForOverlap(execution, NOW)),
        })),
    });
    expect(await dispatcher.tick()).toMatchObject({ fired: [], skipped: [{ reason: { code: 'overlap' } }] });
    expect(queue.calls).toEqual([]);
    expect(bus.names).toEqual(['scheduler:execution.skipped']);
  });

  it('succeeds though the queue is out of reach: the rows are committed', async () => {
    const away = { dispatch: () => Promise.reject(new Error('redis is away')) };
    const { dispatcher, logger } = setUp([[due('a')]], {}, away);
    expect((await dispatcher.tick()).fired).toHaveLength(1);
    expect(logger.messages).toEqual(['warn: dispatch failed; the next poll finds them']);
  });

  it('pauses a job whose stored trigger makes no sense, says why, and fires the others', async () => {
    const corrupt = due('bad').with({ trigger: trigger.cron('nonsense') });
    const { dispatcher, logger, schedules } = setUp([[corrupt, due('a')]]);
    expect(await dispatcher.tick()).toMatchObject({ quarantined: ['bad'], fired: [{ jobId: 'a' }] });
    expect(schedules.of('save')).toMatchObject([
      {
        expectedRevision: 1,
        job: { status: 'paused', statusReason: expect.stringMatching(/^quarantined: .*nonsense/) },
      },
    ]);
    expect(logger.messages).toEqual(['error: a job could not be fired and is paused']);
  });

  it('counts a conflict where somebody changed such a job meanwhile', async () => {
    const corrupt = due('bad').with({ trigger: trigger.cron('nonsense') });
    const { dispatcher } = setUp([[corrupt]], { save: () => Promise.reject(new Error('changed')) });
    expect(await dispatcher.tick()).toMatchObject({ quarantined: [], conflicts: 1 });
  });
});

describe('DispatchLoop', () => {
  function looping(
    nextDueAt: () => Date | null,
    mayTick = () => true,
    answers: Partial<ScheduleRepository> = {},
  ) {
    const set = setUp([], {
      nextDueAt: async () => nextDueAt(),
      findDue: async () => ({ now: set.clock.now(), jobs: [] }),
      ...answers,
    });
    const loop = new DispatchLoop({ ...set, events: set.bus, pollIntervalMs: 1_000, mayTick });
    const ticks = () => set.schedules.of('findDue').length;
    return { ...set, loop, ticks };
  }

  it('ticks after the poll interval where nothing is to come (F121)', async () => {
    const { clock, loop, ticks } = looping(() => null);
    loop.start();
    await clock.advance(2_500);
    expect(ticks()).toBe(3);
    await loop.stop();
    await clock.advance(5_000);
    expect(ticks()).toBe(3);
  });

  it('ticks at the very instant at which the next job is due', async () => {
    const { clock, loop, ticks } = looping(() => new Date(minute(0).getTime() + 300));
    loop.start();
    await clock.advance(299);
    expect(ticks()).toBe(1);
    await clock.advance(1);
    expect(ticks()).toBe(2);
  });

  it('never waits longer than the poll interval, and never spins', async () => {
    const far = looping(() => minute(600));
    far.loop.start();
    await far.clock.advance(1_000);
    expect(far.ticks()).toBe(2);
    const stuck = looping(() => minute(0));
    stuck.loop.start();
    await stuck.clock.advance(10);
    expect(stuck.ticks()).toBe(11);
  });

  it('does not ask again at once for a job that is in the hands of somebody else', async () => {
    const { clock, loop, ticks } = looping(() => minute(0), undefined, {
      findDue: async () => ({ now: minute(60), jobs: [due('held')] }),
      fire: async () => [{ kind: 'conflict', jobId: 'held' }],
    });
    loop.start();
    await clock.advance(100);
    expect(ticks()).toBe(3);
  });

  it.each(['scheduler:job.created', 'scheduler:job.updated', 'scheduler:job.resumed'])(
    'ticks at once after %s',
    async (name) => {
      const { bus, clock, loop, ticks } = looping(() => null);
      loop.start();
      await clock.advance(10);
      await bus.publish({ events: [{ name, at: NOW, tenant: null, data: {} }] });
      await clock.advance(0);
      expect(ticks()).toBe(2);
      await loop.stop();
      expect(bus.subscriptions.size).toBe(0);
    },
  );

  it('leaves ticking to another node, and starts when it may and is woken (F114)', async () => {
    let leads = false;
    const { clock, loop, ticks } = looping(
      () => null,
      () => leads,
    );
    loop.start();
    await clock.advance(5_000);
    expect(ticks()).toBe(0);
    leads = true;
    loop.wake();
    await clock.advance(0);
    expect(ticks()).toBe(1);
  });

  it('goes on after a failed tick', async () => {
    let calls = 0;
    const { clock, logger, loop } = looping(() => {
      if (++calls === 1) throw new Error('connection lost');
      return null;
    });
    loop.start();
    await clock.advance(1_000);
    expect(calls).toBe(2);
    expect(logger.messages).toEqual(['error: tick failed', 'warn: tick works again']);
  });
});
