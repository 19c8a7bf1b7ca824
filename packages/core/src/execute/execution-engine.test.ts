import { ExecutionCancelled, ExecutionInterrupted, ExecutionTimedOut, JobResult } from '@scheduler/contracts';
import { engineOn } from '../test-support/engine.js';
import { settle } from '../test-support/manual-clock.js';
import { claimedExecution, minute, samplePolicies } from '../test-support/samples.js';

const execution = claimedExecution({ id: 'e1', policy: { ...samplePolicies, timeoutMs: 5_000 } });
const never = () => new Promise<never>(() => undefined);

describe('ExecutionEngine', () => {
  it('runs a handler, records its output, and tells start and end (F80, F124)', async () => {
    const { bus, execute, leases, settled } = engineOn({ handler: { handle: () => JobResult.success(42) } });
    expect(await execute(execution)).toMatchObject({ status: 'success', output: 42 });
    expect(settled).toEqual([
      { execution, outcome: { kind: 'succeeded', output: 42 }, startedAt: minute(0) },
    ]);
    expect(bus.names).toEqual([
      'scheduler:execution.started',
      'scheduler:execution.completed',
      'scheduler:job.completed',
    ]);
    expect(leases.size).toBe(0);
  });

  it('puts a failure back into its queue with the backoff of the policy (F125, F127, F142)', async () => {
    const { execute, queue } = engineOn({
      handler: { handle: () => Promise.reject(new Error('smtp is down')) },
    });
    expect(await execute(execution)).toMatchObject({ status: 'pending', availableAt: minute(1) });
    expect(queue.of('dispatch')).toEqual([
      {
        notes: [{ executionId: 'e1', queue: 'default', priority: 5, availableAt: minute(1), fence: 1 }],
        redelivery: false,
      },
    ]);
  });

  it('takes the backoff of the handler over that of the policy (F139)', async () => {
    const handle = () => Promise.reject(new Error('smtp is down'));
    const own = engineOn({ handler: { handle, backoff: (retry) => `${retry * 2}m` } });
    expect((await own.execute(execution))?.availableAt).toEqual(minute(2));
    const none = engineOn({ handler: { handle, backoff: () => null } });
    expect((await none.execute(execution))?.availableAt).toEqual(minute(1));
    const senseless = engineOn({ handler: { handle, backoff: () => 'later' } });
    expect((await senseless.execute(execution))?.availableAt).toEqual(minute(1));
    expect(senseless.logger.messages).toContain('warn: the backoff of the handler was ignored');
  });

  it.each([
    [true, 'dead'],
    [false, null],
  ])('with dead letters %s puts what cannot succeed into %s (F155)', async (enabled, queue) => {
    const { execute } = engineOn({
      handler: { handle: () => JobResult.failure({ error: 'no', retry: false }) },
      config: { deadLetters: { enabled } },
    });
    expect((await execute(execution))?.deadLetter?.queue ?? null).toBe(queue);
  });

  it('ends an attempt at its timeout, and tells the handler why (F134, F136)', async () => {
    let signal: AbortSignal | undefined;
    const { clock, execute } = engineOn({
      handler: {
        handle: (_, context) => {
          signal = context.signal;
          return never();
        },
      },
    });
    const ended = execute(execution);
    await clock.advance(4_999);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);
    expect(await ended).toMatchObject({ status: 'pending', attempts: [{ status: 'timeout' }] });
    expect(signal?.reason).toBeInstanceOf(ExecutionTimedOut);
  });

  it('takes its timer along when the handler ends', async () => {
    const { clock, execute } = engineOn({ handler: { handle: () => undefined } });
    await execute(execution);
    await clock.advance(0);
    expect(clock.waiting).toEqual([]);
  });

  it('knows a handler that ignores its signal until it really ends', async () => {
    let end: () => void = () => undefined;
    const { clock, engine } = engineOn({
      handler: { handle: () => new Promise<void>((resolve) => (end = resolve)) },
    });
    const told: string[] = [];
    engine.start(execution, {
      handled: () => told.push('handled'),
      settled: (_, settled) => told.push(settled?.attempts[0]?.status ?? 'lost'),
      failed: () => told.push('failed'),
    });
    await clock.advance(5_000);
    expect(told).toEqual(['timeout']);
    end();
    await settle();
    expect(told).toEqual(['timeout', 'handled']);
  });

  it('keeps the slot of a failure until its circuit has heard of it, and records it then (F165)', async () => {
    let heard: () => void = () => undefined;
    const { engine, settled } = engineOn({
      handler: {
        handle: () => {
          throw new Error('smtp is down');
        },
      },
      circuits: { attemptEnded: () => new Promise<void>((resolve) => (heard = resolve)) },
    });
    const told: string[] = [];
    engine.start(execution, {
      handled: () => told.push('handled'),
      settled: () => told.push('settled'),
      failed: () => told.push('failed'),
    });
    await settle();
    expect([told, settled]).toEqual([[], []]);
    heard();
    await settle();
    expect(told).toEqual(['handled', 'settled']);
  });

  it('tells the end of a handler that answers at once before the store has heard of it', async () => {
    const { engine } = engineOn({ handler: { handle: () => undefined } });
    const told: string[] = [];
    engine.start(execution, {
      handled: () => told.push('handled'),
      settled: () => told.push('settled'),
      failed: () => told.push('failed'),
    });
    expect(told).toEqual(['handled']);
    await settle();
    expect(told).toEqual(['handled', 'settled']);
  });

  it('cancels a running attempt on request (F137)', async () => {
    let reason: unknown;
    const { bus, execute, leases } = engineOn({
      handler: {
        handle: (_, { signal }) => {
          signal.addEventListener('abort', () => (reason = signal.reason));
          return never();
        },
      },
    });
    const ended = execute(execution);
    await settle();
    leases.cancel('e1', 'solved');
    expect(await ended).toMatchObject({ status: 'cancelled', reason: { message: 'solved' } });
    expect(reason).toBeInstanceOf(ExecutionCancelled);
    expect(bus.names).toContain('scheduler:execution.cancelled');
  });

  it('records nothing of an attempt whose lease was lost', async () => {
    const { bus, clock, execute, logger, leases, settled } = engineOn({
      handler: { handle: never },
      executions: { heartbeat: async () => [{ executionId: 'e1', held: false, cancelRequest: null }] },
    });
    leases.start();
    const ended = execute({ ...execution, policy: samplePolicies });
    await clock.advance(10_000);
    expect(await ended).toBeNull();
    expect(settled).toEqual([]);
    expect(bus.names).toEqual(['scheduler:execution.started']);
    expect(logger.messages).toEqual(['warn: lease lost']);
    await leases.stop();
  });

  it('tells nobody about an outcome that was refused', async () => {
    const { bus, execute, logger } = engineOn({
      handler: { handle: () => undefined },
      executions: { settle: async () => [null] },
    });
    expect(await execute(execution)).toBeNull();
    expect(bus.names).toEqual(['scheduler:execution.started']);
    expect(logger.messages).toEqual(['warn: outcome refused: lease lost']);
  });

  it('keeps no lease alive for an attempt that could not be brought to its end', async () => {
    const { execute, leases } = engineOn({
      handler: { handle: () => undefined },
      executions: { settle: async () => [] },
    });
    await expect(execute(execution)).rejects.toThrow('too few results');
    expect(leases.size).toBe(0);
  });

  it('gives everything back when it is interrupted, and no retry is used up', async () => {
    let signal: AbortSignal | undefined;
    const { engine, execute, queue, settled } = engineOn({
      handler: {
        handle: (_, context) => {
          signal = context.signal;
          return never();
        },
      },
    });
    const ended = execute(execution);
    await settle();
    engine.interruptAll('the node is stopping');
    await engine.allSettled();
    expect(await ended).toMatchObject({
      status: 'pending',
      attemptsUsed: 0,
      reason: { code: 'interrupted' },
    });
    expect(settled[0]?.outcome).toEqual({ kind: 'interrupted', reason: 'the node is stopping' });
    expect(queue.of('dispatch')).toHaveLength(1);
    expect(signal?.reason).toBeInstanceOf(ExecutionInterrupted);
  });

  it('gives back what was claimed and never started', async () => {
    const { engine, queue, leases, settled } = engineOn();
    leases.hold([execution]);
    await engine.giveBack([execution]);
    expect(leases.holds('e1')).toBe(false);
    expect(settled).toEqual([{ execution, outcome: { kind: 'unstarted' }, startedAt: null }]);
    expect(queue.of('dispatch')).toHaveLength(1);
  });

  it('stores log lines before the end, and every hundred on the way (F60)', async () => {
    const { execute, executions } = engineOn({
      handler: {
        handle: async (_, { log }) => {
          for (let i = 0; i < 150; i++) log.info(`line ${i}`);
        },
      },
    });
    await execute(execution);
    const sizes = (executions.of('appendLogs') as { lines: unknown[]; fence: number }[]).map(
      ({ lines }) => lines.length,
    );
    expect(sizes).toEqual([100, 50]);
    expect(executions.calls.map(({ method }) => method)).toEqual(['appendLogs', 'appendLogs', 'settle']);
  });

  it.each([
    [
      'log lines are not stored',
      { appendLogs: () => Promise.reject(new Error('away')) },
      {},
      'log lines were not stored',
    ],
    [
      'the queue is away',
      {},
      { dispatch: () => Promise.reject(new Error('away')) },
      'dispatch failed; the next poll finds them',
    ],
  ])('settles though %s', async (...[, executions, queue, message]) => {
    const { execute, logger } = engineOn({
      handler: {
        handle: (_, { log }) => {
          log.info('x');
          return JobResult.snoozed('1m');
        },
      },
      executions,
      queue,
    });
    expect(await execute(execution)).toMatchObject({ status: 'pending' });
    expect(logger.messages).toEqual([`warn: ${message}`]);
  });
});
