import type { Execution } from '@scheduler/contracts';
import { type AttemptListener, RunningAttempt } from '../execute/attempt/running-attempt.js';
import { InFlight } from '../support/in-flight.js';
import { attemptServices } from '../test-support/attempt-services.js';
import { ManualClock, settle } from '../test-support/manual-clock.js';
import { RecordingLogger } from '../test-support/recording-logger.js';
import { claimedExecution } from '../test-support/samples.js';
import { LaneBuffer } from './lane-buffer.js';
import { LaneSlots } from './lane-slots.js';

const some = (count: number): Execution[] =>
  Array.from({ length: count }, (_, index) => claimedExecution({ id: `e${index}` }));

interface Started {
  readonly attempt: RunningAttempt;
  readonly listener: AttemptListener;
}

/** Slots on an engine that does with an attempt what the test says. */
function setUp(
  concurrency: number,
  engine: { readonly unsettled?: number; readonly onStart?: (started: Started) => void } = {},
) {
  const clock = new ManualClock();
  const lane = new LaneBuffer('default', concurrency, clock);
  const started: Started[] = [];
  const unsettled = new Map<string, RunningAttempt>();
  const active = new InFlight();
  const logger = new RecordingLogger();
  const slots: LaneSlots = new LaneSlots(lane, {
    clock,
    logger,
    active,
    engine: {
      unsettledCount: engine.unsettled ?? 0,
      start: (execution, listener) => {
        const attempt = new RunningAttempt(execution, attemptServices({ clock }), listener);
        unsettled.set(execution.id, attempt);
        started.push({ attempt, listener });
        engine.onStart?.({ attempt, listener });
      },
    },
    leases: {
      get: (id) => unsettled.get(id),
      holds: (id) => id !== 'lost',
    },
    claims: { rejectAtStart: ({ id }) => (id === 'limited' ? Promise.resolve() : null) },
    preemption: null,
    onFree: () => slots.fill(),
    keepsPlace: () => false,
    onPlace: () => undefined,
  });
  const record = ({ attempt, listener }: Started) => {
    unsettled.delete(attempt.executionId);
    listener.settled(attempt, attempt.execution);
  };
  const put = (executions: readonly Execution[]) => {
    lane.put(executions, executions.length);
    slots.fill();
  };
  return { active, clock, lane, logger, put, record, started };
}

const ids = (started: readonly Started[]) => started.map(({ attempt }) => attempt.executionId);

describe('LaneSlots', () => {
  it('starts as many as there are slots, and the next when one is free', () => {
    const { put, started } = setUp(2);
    put(some(3));
    expect(ids(started)).toEqual(['e0', 'e1']);
    const [first] = started;
    first!.listener.handled(first!.attempt);
    expect(ids(started)).toEqual(['e0', 'e1', 'e2']);
  });

  it('works off any number of handlers that end at once', () => {
    const { active, put, record, started } = setUp(1, {
      onStart: ({ attempt, listener }) => listener.handled(attempt),
    });
    put(some(20_000));
    expect(started).toHaveLength(20_000);
    expect(active.size).toBe(20_000);
    started.forEach(record);
    expect(active.size).toBe(0);
  });

  it('lets the rest of the process have its turn while handlers never wait', async () => {
    const set = setUp(1, {
      onStart: ({ attempt, listener }) => {
        set.clock.skip(5);
        listener.handled(attempt);
      },
    });
    set.put(some(10));
    for (const started of [2, 4, 6, 8, 10]) {
      expect(set.started).toHaveLength(started);
      await set.clock.advance(0);
    }
  });

  it('keeps the slots of what was handled while the store is far behind', () => {
    const { put, record, started } = setUp(2, { unsettled: 2_001 });
    put(some(3));
    for (const { attempt, listener } of [...started]) listener.handled(attempt);
    expect(ids(started)).toEqual(['e0', 'e1']);
    record(started[1]!);
    expect(ids(started)).toEqual(['e0', 'e1', 'e2']);
  });

  it('frees the slot of a handler that ends after its attempt was settled, however far behind the store is', () => {
    const { put, record, started } = setUp(1, { unsettled: 2_001 });
    put(some(2));
    const [first] = started;
    record(first!);
    expect(started).toHaveLength(1);
    first!.listener.handled(first!.attempt);
    expect(ids(started)).toEqual(['e0', 'e1']);
  });

  it('starts nothing whose lease is lost, or that a policy turns away', async () => {
    const { active, put, started } = setUp(1);
    put([
      claimedExecution({ id: 'lost' }),
      claimedExecution({ id: 'limited' }),
      claimedExecution({ id: 'e' }),
    ]);
    expect(ids(started)).toEqual(['e']);
    await settle();
    expect(active.size).toBe(2);
  });

  it('says what could not be brought to its end', () => {
    const { active, logger, put, started } = setUp(1);
    put(some(1));
    const [{ attempt, listener }] = started as [Started];
    listener.handled(attempt);
    listener.failed(attempt, new Error('out of memory'));
    expect(logger.messages).toEqual(['error: an execution could not be brought to its end']);
    expect(active.size).toBe(0);
  });
});
