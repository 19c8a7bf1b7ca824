import {
  type ExecutionRepository,
  type JobQueue,
  rescueExecution,
  type ScheduleRepository,
  StoreTime,
} from '@scheduler/contracts/adapter';
import { loadConfig } from '../config/load-config.js';
import { executionEventsOn, FakeEventBus } from '../test-support/fake-event-bus.js';
import { fakePort } from '../test-support/fake-port.js';
import { ManualClock } from '../test-support/manual-clock.js';
import { RecordingLogger } from '../test-support/recording-logger.js';
import { claimedExecution, minute } from '../test-support/samples.js';
import { Housekeeping } from './housekeeping.js';

const waiting = rescueExecution(claimedExecution({ id: 'again' }), null, minute(5));
const NOW = minute(10);
const SHORT_LEASE = { duration: 3_000, heartbeat: 500, selfAbort: 1_500, rescueInterval: 500 };

function housekeeping(delivery: JobQueue['delivery'], config = loadConfig()) {
  const clock = new ManualClock();
  const executions = fakePort<ExecutionRepository>({
    rescue: async () => [],
    prune: async () => 0,
    list: async ({ limit, offset }) => ({ items: [waiting], total: 1, totalIsExact: true, limit, offset }),
  });
  const queue = fakePort<JobQueue>({ delivery, dispatch: async () => undefined });
  const house = new Housekeeping({
    clock,
    config,
    executions,
    queue,
    logger: new RecordingLogger(),
    events: executionEventsOn(new FakeEventBus(), clock),
    schedules: fakePort<ScheduleRepository>({ now: async () => NOW }),
    workflows: null,
    access: null,
    eventLog: null,
    alerts: null,
    storeTime: new StoreTime(clock),
    mayKeepHouse: () => true,
    handOverDeadLetters: null,
  });
  return { clock, executions, queue, house };
}

describe('what a queue may have lost (F215)', () => {
  it.each([
    ['every 15 s, if it has waited for 10 s', {}, 15_000, 10_000],
    ['in time with a shorter lease', SHORT_LEASE, 1_500, 1_000],
  ])('is published again %s', async (_, lease, everyMs, longMs) => {
    const given = housekeeping('message', loadConfig({ config: { lease } }));
    given.house.start();
    await given.clock.advance(everyMs - 1);
    expect(given.queue.calls).toEqual([]);
    await given.clock.advance(1);
    expect(given.queue.of('dispatch')).toMatchObject([{ notes: [{ executionId: 'again', fence: 1 }] }]);
    expect(given.executions.of('list')).toMatchObject([
      { tenant: null, statuses: ['pending'], until: new Date(NOW.getTime() - longMs) },
    ]);
    await given.house.stop();
  });

  it('is nothing where the store itself is the queue', async () => {
    const given = housekeeping('signal');
    given.house.start();
    await given.clock.advance(60_000);
    await given.house.stop();
    expect([...given.executions.of('list'), ...given.queue.calls]).toEqual([]);
  });
});
