import {
  defineBatch,
  type ExecutionProgress,
  fetched,
  type JobContext,
  TELEMETRY_CHANNELS,
} from '@scheduler/contracts';
import type { SaveProgress } from '@scheduler/contracts/adapter';
import { telemetry } from '../../signals/telemetry/telemetry.js';
import { attemptServices, sampleAttempt } from '../../test-support/attempt-services.js';
import { engineOn } from '../../test-support/engine.js';
import { ManualClock, settle } from '../../test-support/manual-clock.js';
import { claimedExecution } from '../../test-support/samples.js';
import { HandlerRegistry } from '../handlers/handler-registry.js';
import { callHandler } from '../call-handler.js';

function attemptOn(save: (progress: ExecutionProgress) => Promise<boolean> = async () => true) {
  const saved: ExecutionProgress[] = [];
  const lost: unknown[] = [];
  const clock = new ManualClock();
  const services = attemptServices({
    clock,
    writes: {
      saveProgress: async (_attempt, progress) => {
        saved.push(progress);
        return save(progress);
      },
      progressNotSaved: (_attempt, error) => void lost.push(error),
    },
  });
  return { attempt: sampleAttempt(claimedExecution(), services), saved, lost, clock };
}

const done = (saved: readonly ExecutionProgress[]) => saved.map((progress) => progress.done);

describe('context.progress (F180)', () => {
  it('is written at once first, then once a second, and the latest at the end', async () => {
    const { attempt, saved, clock } = attemptOn();
    attempt.progress(1, 10);
    attempt.progress(2, 10);
    await settle();
    expect(saved).toEqual([{ done: 1, total: 10, checkpoint: null }]);
    await clock.advance(999);
    attempt.progress(3, 10);
    await clock.advance(1);
    attempt.progress(4);
    await attempt.flushProgress();
    expect(done(saved)).toEqual([1, 3, 4]);
    expect(saved.at(-1)?.total).toBeNull();
    expect(clock.waiting).toEqual([]);
  });

  it('writes nothing twice', async () => {
    const { attempt, saved } = attemptOn();
    attempt.progress(1);
    await attempt.flushProgress();
    await attempt.flushProgress();
    expect(saved).toHaveLength(1);
  });

  it('never fails the work that it tells about', async () => {
    const { attempt, lost } = attemptOn(() => Promise.reject(new Error('the store is gone')));
    attempt.progress(Number.NaN, -1);
    await attempt.flushProgress();
    expect(lost).toEqual([new Error('the store is gone')]);
  });

  it('is over when the attempt is', async () => {
    const { attempt, saved } = attemptOn();
    attempt.finish();
    attempt.progress(1);
    await attempt.flushProgress();
    expect(saved).toEqual([]);
    expect(attempt.hasProgress).toBe(false);
  });
});

describe('context.checkpoint', () => {
  it('is saved at once, with the progress so far, and found again', async () => {
    const { attempt, saved } = attemptOn();
    expect(attempt.lastCheckpoint).toBeNull();
    attempt.progress(1, 2);
    await attempt.checkpoint({ cursor: 7 });
    expect(saved.at(-1)).toEqual({ done: 1, total: 2, checkpoint: { cursor: 7 } });
    expect(attempt.lastCheckpoint).toEqual({ cursor: 7 });
    expect(attempt.execution.progress).toEqual(saved.at(-1));
  });

  it('keeps the order of what is written', async () => {
    const released: (() => void)[] = [];
    const { attempt, saved } = attemptOn(() => new Promise((resolve) => released.push(() => resolve(true))));
    const first = attempt.checkpoint('a');
    const second = attempt.checkpoint('b');
    await settle();
    expect(saved.map(({ checkpoint }) => checkpoint)).toEqual(['a']);
    released[0]?.();
    await first;
    await settle();
    released[1]?.();
    await second;
    expect(attempt.lastCheckpoint).toBe('b');
  });

  it('throws where the lease is lost, where it is to stop, and where it is over', async () => {
    const refused = attemptOn(async () => false).attempt;
    await expect(refused.checkpoint(1)).rejects.toMatchObject({ code: 'LEASE_LOST' });
    expect(refused.lastCheckpoint).toBeNull();
    const { attempt, saved } = attemptOn();
    attempt.stop({ end: { kind: 'cancelled', reason: 'by hand' }, error: new Error('by hand') });
    await expect(attempt.checkpoint(1)).rejects.toThrow('by hand');
    await expect(attempt.checkpoint()).rejects.toThrow('by hand');
    const over = attemptOn().attempt;
    over.finish();
    await expect(over.checkpoint(1)).rejects.toMatchObject({ code: 'LEASE_LOST' });
    expect(saved).toEqual([]);
  });

  it('refuses what is no JSON, and saves nothing without a value', async () => {
    const { attempt, saved } = attemptOn();
    await expect(attempt.checkpoint((() => 1) as never)).rejects.toThrow('checkpoint: is a function');
    await attempt.checkpoint();
    expect(saved).toEqual([]);
  });

  it('gives back what an earlier attempt saved, and the time of the clock', () => {
    const progress = { done: 5, total: null, checkpoint: 'c' };
    const services = attemptServices();
    const attempt = sampleAttempt({ ...claimedExecution(), progress }, services);
    expect(attempt.lastCheckpoint).toBe('c');
    expect(attempt.now()).toEqual(services.clock.now());
  });
});

describe('the engine and progress', () => {
  it('writes it before it settles, and settles with it', async () => {
    const { execute, executions, settled, clock } = engineOn({
      handler: {
        handle: (_job, context: JobContext) => {
          context.progress(1, 3);
          context.progress(3, 3);
        },
      },
    });
    await execute(claimedExecution());
    const saves = executions.of('saveProgress') as SaveProgress[];
    expect(saves.map(({ progress }) => progress.done)).toEqual([1, 3]);
    expect(settled[0]?.execution.progress).toEqual({ done: 3, total: 3, checkpoint: null });
    expect(clock.waiting).not.toContain(1_000);
  });

  it('asks the store for nothing where nobody reports', async () => {
    const { execute, executions } = engineOn({ handler: { handle: () => undefined } });
    await execute(claimedExecution());
    expect(executions.calls.map(({ method }) => method)).toEqual(['settle']);
  });
});

describe('telemetry of batches (F180)', () => {
  const heard: [string, Record<string, unknown>][] = [];
  let leave: () => void;
  beforeEach(() => {
    heard.length = 0;
    const channels = TELEMETRY_CHANNELS.filter((name) => name.startsWith('scheduler:batch:'));
    leave = telemetry.subscribeMany(channels, (message, name) => {
      heard.push([name, message as unknown as Record<string, unknown>]);
    });
  });
  afterEach(() => leave());

  const batch = (processItem: () => void) =>
    defineBatch({ type: 'export_report', fetchItems: () => fetched.done(['a', 'b'], 2), processItem });

  it('tells start, progress and stop', async () => {
    const { engine, handlers } = engineOn();
    handlers.register(batch(() => undefined));
    await engine.execute(claimedExecution());
    expect(heard).toMatchObject([
      ['scheduler:batch:start', { jobName: 'weekly-sales', batchSize: 100, concurrency: 5 }],
      ['scheduler:batch:progress', { done: 1, total: 2 }],
      ['scheduler:batch:progress', { done: 2, total: 2 }],
      ['scheduler:batch:stop', { status: 'completed', processed: 2, failed: 0, durationMs: 0 }],
    ]);
  });

  it('tells what failed, and what was broken off', async () => {
    const { engine, handlers } = engineOn();
    handlers.register(
      batch(() => {
        throw new Error('no');
      }),
    );
    await engine.execute(claimedExecution());
    expect(heard.at(-1)).toMatchObject([
      'scheduler:batch:stop',
      { status: 'failed', processed: 0, failed: 2 },
    ]);
    const attempt = sampleAttempt(claimedExecution());
    attempt.stop({ end: { kind: 'interrupted', reason: 'stop' }, error: new Error('stop') });
    const registry = new HandlerRegistry([batch(() => undefined)]);
    await callHandler(attempt, {
      handlers: registry,
      middleware: null,
      publishOutput: async () => undefined,
    });
    expect(heard.at(-1)).toMatchObject(['scheduler:batch:stop', { status: 'failed', failed: 0 }]);
  });
});
