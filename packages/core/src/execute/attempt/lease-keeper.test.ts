import { ExecutionCancelled, LeaseLost } from '@scheduler/contracts';
import {
  type ExecutionRepository,
  type HeartbeatLeases,
  type LeaseState,
  settleExecution,
} from '@scheduler/contracts/adapter';
import { attemptServices, sampleAttempt } from '../../test-support/attempt-services.js';
import { fakePort } from '../../test-support/fake-port.js';
import { ManualClock, settle } from '../../test-support/manual-clock.js';
import { RecordingLogger } from '../../test-support/recording-logger.js';
import { claimedExecution, minute } from '../../test-support/samples.js';
import type { AttemptEnd } from '../../policies/failures/attempt-end.js';
import type { AttemptServices } from './running-attempt.js';
import { LeaseKeeper } from './lease-keeper.js';

const LEASE = { durationMs: 30_000, heartbeatMs: 10_000, selfAbortMs: 20_000 };
const completeIn = async () =>
  settleExecution(claimedExecution(), { kind: 'succeeded', output: null }, minute(1));
const held = ({ leases }: HeartbeatLeases): LeaseState[] =>
  leases.map(({ executionId }) => ({ executionId, held: true, cancelRequest: null }));

function setUp(
  heartbeat: (request: HeartbeatLeases) => Promise<readonly LeaseState[]> = async (r) => held(r),
) {
  const clock = new ManualClock();
  const logger = new RecordingLogger();
  const executions = fakePort<ExecutionRepository>({ heartbeat });
  const attempts = new LeaseKeeper({ executions, clock, logger, lease: LEASE });
  const ends: Record<string, AttemptEnd> = {};
  const stopped: AttemptServices['stopped'] = ({ executionId }, end) => (ends[executionId] = end);
  const run = (id = 'e1') => {
    const attempt = sampleAttempt(
      claimedExecution({ id }),
      attemptServices({ clock, writes: { completeIn }, stopped }),
    );
    attempts.add(attempt);
    return attempt;
  };
  return { clock, logger, executions, attempts, run, ends };
}

describe('LeaseKeeper', () => {
  it('knows what runs here', () => {
    const { attempts, run } = setUp();
    const [a, b] = [run('a'), run('b')];
    expect(attempts.size).toBe(2);
    expect(attempts.all()).toEqual([a, b]);
    expect(attempts.get('a')).toBe(a);
    attempts.delete(a);
    expect(attempts.get('a')).toBeUndefined();
  });

  it('does not forget a later attempt of the same execution when the earlier one ends', () => {
    const { attempts, run } = setUp();
    const [earlier, later] = [run('a'), run('a')];
    attempts.delete(earlier);
    expect(attempts.get('a')).toBe(later);
  });

  it('keeps leases alive with one heartbeat for all, for as long as they run (F215)', async () => {
    const { attempts, clock, executions, run } = setUp();
    attempts.start();
    const [a, b] = [run('a'), run('b')];
    await clock.advance(120_000);
    expect(executions.of('heartbeat')).toHaveLength(12);
    expect(executions.of('heartbeat')[0]).toEqual({
      leases: [
        { executionId: 'a', fence: 1, startedAt: minute(0) },
        { executionId: 'b', fence: 1, startedAt: minute(0) },
      ],
      leaseMs: 30_000,
    });
    expect(executions.of('heartbeat')[1]).toMatchObject({
      leases: [{ executionId: 'a' }, { executionId: 'b' }],
    });
    expect([a.stopError !== null, b.stopError !== null]).toEqual([false, false]);
  });

  it('asks nothing of the store while nothing runs', async () => {
    const { attempts, clock, executions } = setUp();
    attempts.start();
    await clock.advance(60_000);
    expect(executions.calls).toEqual([]);
  });

  it('aborts an attempt whose lease the store does not know any more', async () => {
    const { attempts, clock, ends, run } = setUp(async ({ leases }) =>
      leases.map(({ executionId }) => ({ executionId, held: executionId !== 'a', cancelRequest: null })),
    );
    attempts.start();
    const [a, b] = [run('a'), run('b')];
    await clock.advance(10_000);
    expect(ends).toEqual({ a: { kind: 'lost' } });
    expect(a.signal.reason).toBeInstanceOf(LeaseLost);
    expect(b.stopError !== null).toBe(false);
  });

  it('aborts by itself before the lease is over when the store fails', async () => {
    const { attempts, clock, logger, run } = setUp(async () => {
      throw new Error('connection lost');
    });
    attempts.start();
    const attempt = run();
    await clock.advance(19_999);
    expect(attempt.stopError !== null).toBe(false);
    await clock.advance(2_001);
    expect(attempt.signal.reason).toBeInstanceOf(LeaseLost);
    expect(clock.monotonicMs()).toBeLessThan(LEASE.durationMs);
    expect(logger.messages).toContain('warn: heartbeat failed');
  });

  it('aborts by itself when the store never answers', async () => {
    const { attempts, clock, executions, run } = setUp(() => new Promise(() => undefined));
    attempts.start();
    const attempt = run();
    await clock.advance(22_000);
    expect(attempt.signal.reason).toBeInstanceOf(LeaseLost);
    expect(executions.of('heartbeat')).toHaveLength(1);
  });

  it('counts a confirmation from when it was asked for, not from when the answer came', async () => {
    let answer: () => void = () => undefined;
    const { attempts, clock, run } = setUp(
      (request) => new Promise((resolve) => (answer = () => resolve(held(request)))),
    );
    attempts.start();
    const attempt = run();
    await clock.advance(18_000);
    answer();
    await settle();
    expect(attempt.confirmedAtMs).toBe(10_000);
  });

  it('goes on with the next heartbeat after one that failed', async () => {
    const { attempts, clock, executions, run } = setUp(async () => {
      throw new Error('connection lost');
    });
    attempts.start();
    for (let i = 0; i < 4; i++) {
      run(`e${i}`);
      await clock.advance(10_000);
    }
    expect(executions.of('heartbeat').length).toBeGreaterThanOrEqual(4);
  });

  it('tries again soon after a failure, while there is time', async () => {
    let calls = 0;
    const { attempts, clock, run } = setUp(async (request) => {
      if (++calls === 1) throw new Error('connection lost');
      return held(request);
    });
    attempts.start();
    const attempt = run();
    await clock.advance(12_000);
    expect(calls).toBe(2);
    expect(attempt.confirmedAtMs).toBe(12_000);
  });

  it('is started once, however often that is asked for', async () => {
    const { attempts, clock, executions, run } = setUp();
    attempts.start();
    run();
    await clock.advance(8_000);
    attempts.start();
    await clock.advance(2_000);
    expect(executions.of('heartbeat')).toHaveLength(1);
  });

  it('stops an attempt that somebody cancelled elsewhere, and no longer beats for it (F137)', async () => {
    const { attempts, clock, ends, executions, run } = setUp(async ({ leases }) =>
      leases.map(({ executionId }) => ({ executionId, held: true, cancelRequest: 'solved' })),
    );
    attempts.start();
    const attempt = run();
    await clock.advance(30_000);
    expect(ends).toEqual({ e1: { kind: 'cancelled', reason: 'solved' } });
    expect(attempt.signal.reason).toBeInstanceOf(ExecutionCancelled);
    expect(executions.of('heartbeat')).toHaveLength(1);
  });

  it('cancels what runs here, and says if it does not', () => {
    const { attempts, run } = setUp();
    const attempt = run('a');
    expect(attempts.cancel('a', 'solved')).toBe(true);
    expect(attempt.stopError !== null).toBe(true);
    expect(attempts.cancel('b', 'solved')).toBe(false);
  });

  it('does not take news about an earlier fence for its own', async () => {
    let answer: (states: LeaseState[]) => void = () => undefined;
    const { attempts, clock, run } = setUp(() => new Promise((resolve) => (answer = resolve)));
    attempts.start();
    run('a');
    await clock.advance(10_000);
    const execution = { ...claimedExecution({ id: 'a' }), fence: 2 };
    const later = sampleAttempt(execution, attemptServices({ clock }));
    attempts.add(later);
    answer([{ executionId: 'a', held: false, cancelRequest: null }]);
    await settle();
    expect(later.stopError !== null).toBe(false);
  });

  it('does not beat for an attempt that completes in a transaction, which has its row locked', async () => {
    const { attempts, clock, executions, run } = setUp();
    attempts.start();
    const [a, b] = [run('a'), run('b')];
    await a.completeIn({});
    await clock.advance(10_000);
    expect(executions.of('heartbeat')).toMatchObject([{ leases: [{ executionId: 'b' }] }]);
    expect([a.stopError !== null, b.stopError !== null]).toEqual([false, false]);
  });

  it('does nothing after it has stopped', async () => {
    const { attempts, clock, executions, run } = setUp();
    attempts.start();
    run();
    await attempts.stop();
    await clock.advance(60_000);
    expect(executions.calls).toEqual([]);
  });
});

describe('the starts of handlers', () => {
  it('are told to the store, in one statement, within a second and once only', async () => {
    const { attempts, clock, executions, run } = setUp();
    attempts.hold([claimedExecution({ id: 'a' })]);
    await clock.advance(300);
    run('a');
    run('b');
    attempts.watchStart();
    await clock.advance(499);
    expect(executions.of('heartbeat')).toEqual([]);
    await clock.advance(1);
    // Each by the time of the store at its claim, and the time that it waited here since.
    const startedAt = new Date(minute(0).getTime() + 300);
    expect(executions.of('heartbeat')).toEqual([
      {
        leases: [
          { executionId: 'a', fence: 1, startedAt },
          { executionId: 'b', fence: 1, startedAt: minute(0) },
        ],
        leaseMs: 30_000,
      },
    ]);
    await clock.advance(5_000);
    expect(executions.of('heartbeat')).toHaveLength(1);
  });

  it('are not told for what has ended, and again where the store did not answer', async () => {
    let failures = 1;
    const { attempts, clock, executions, run } = setUp(async (request) => {
      if (failures-- > 0) throw new Error('out of reach');
      return held(request);
    });
    const ended = run('ended');
    run('long');
    attempts.watchStart();
    ended.finish();
    await clock.advance(5_000);
    const sent = executions.of('heartbeat') as HeartbeatLeases[];
    const named = sent.map(({ leases }) => leases.map(({ executionId }) => executionId));
    expect(named).toEqual([['long'], ['long']]);
  });
});

describe('leases that wait for a free slot', () => {
  const lease = { executionId: 'w', fence: 1 };
  const waiting = [claimedExecution({ id: 'w' })];

  it('are kept alive too', async () => {
    const { attempts, clock, executions } = setUp();
    attempts.start();
    attempts.hold(waiting);
    await clock.advance(60_000);
    expect(attempts.holds('w')).toBe(true);
    expect(executions.of('heartbeat')[0]).toMatchObject({ leases: [lease] });
  });

  it('are given up where the store refuses them or does not answer', async () => {
    const refused = setUp(async () => [{ executionId: 'w', held: false, cancelRequest: null }]);
    refused.attempts.start();
    refused.attempts.hold(waiting);
    await refused.clock.advance(10_000);
    expect(refused.attempts.holds('w')).toBe(false);

    const silent = setUp(() => new Promise(() => undefined));
    silent.attempts.start();
    silent.attempts.hold(waiting);
    await silent.clock.advance(18_000);
    expect(silent.attempts.holds('w')).toBe(true);
    await silent.clock.advance(4_000);
    expect(silent.attempts.holds('w')).toBe(false);
  });

  it('end as cancelled without a start, where that is requested', async () => {
    const { attempts, clock } = setUp(async () => [
      { executionId: 'w', held: true, cancelRequest: 'enough' },
    ]);
    const cancelled: unknown[] = [];
    attempts.onCancelUnstarted(({ id }, reason) => cancelled.push([id, reason]));
    attempts.hold(waiting);
    expect(attempts.cancel('w', 'enough')).toBe(true);
    expect(attempts.holds('w')).toBe(false);
    attempts.start();
    attempts.hold(waiting);
    await clock.advance(10_000);
    expect(cancelled).toEqual([
      ['w', 'enough'],
      ['w', 'enough'],
    ]);
  });

  it('are let go on request', () => {
    const { attempts } = setUp();
    attempts.hold(waiting);
    attempts.release('w');
    expect(attempts.holds('w')).toBe(false);
  });

  it('hand the time of their last confirmation over when they start', async () => {
    const { attempts, clock, run } = setUp();
    attempts.hold(waiting);
    await clock.advance(7_000);
    const attempt = run('w');
    expect(attempt.confirmedAtMs).toBe(0);
    expect(attempts.holds('w')).toBe(false);
  });
});
