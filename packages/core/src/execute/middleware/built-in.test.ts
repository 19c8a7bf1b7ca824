import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { JobResult } from '@scheduler/contracts';
import { type EngineOptions, engineOn } from '../../test-support/engine.js';
import { settle } from '../../test-support/manual-clock.js';
import { claimedExecution } from '../../test-support/samples.js';
import { middleware } from './built-in.js';

const boom = new Error('cannot reach postgres://me:secret@db/jobs');
const failing: EngineOptions['handler'] = {
  handle: () => {
    throw boom;
  },
};

describe('logging (F168, F172)', () => {
  it('says when a handler begins and how it ended, without payload and output', async () => {
    const handle = () => JobResult.success('a secret');
    const { execute, logger } = engineOn({ handler: { handle }, middleware: [middleware.logging()] });
    await execute(claimedExecution({ payload: { report: 'a secret' } }));
    expect(logger.messages).toEqual(['debug: handler begins', 'info: handler ended']);
    expect(logger.lines[1]?.fields).toMatchObject({ result: 'succeeded', attempt: 1, durationMs: 0 });
    expect(JSON.stringify(logger.lines)).not.toContain('a secret');
  });

  it('says what failed, without credentials', async () => {
    const { execute, logger } = engineOn({ handler: failing, middleware: [middleware.logging()] });
    await execute(claimedExecution());
    expect(logger.messages).toContain('warn: handler failed');
    expect(logger.lines[1]?.fields?.['error']).toBe('cannot reach postgres://***@db/jobs');
  });
});

describe('metrics (F172)', () => {
  it('counts what handlers did, and how long they took, by type', async () => {
    const set = engineOn({
      handler: { handle: ({ payload }) => (payload === null ? JobResult.snoozed('1m') : undefined) },
      middleware: [middleware.metrics()],
    });
    const slow = engineOn({ handler: failing, middleware: [middleware.metrics()] });
    await set.execute(claimedExecution());
    await set.execute(claimedExecution({ id: 'e-2', payload: null }));
    await slow.execute(claimedExecution());
    expect(set.metrics.all()).toEqual([
      {
        type: 'export_report',
        started: 2,
        running: 0,
        succeeded: 1,
        failed: 0,
        cancelled: 0,
        snoozed: 1,
        discarded: 0,
        totalMs: 0,
        shortestMs: 0,
        longestMs: 0,
      },
    ]);
    expect(slow.metrics.of('export_report')).toMatchObject({ started: 1, failed: 1 });
    expect(slow.metrics.of('another')).toBeNull();
  });

  it('tells what runs now, and durations by the clock', async () => {
    const ends: (() => void)[] = [];
    const handle = () => new Promise<void>((resolve) => ends.push(resolve));
    const { execute, metrics, clock } = engineOn({ handler: { handle }, middleware: [middleware.metrics()] });
    const executed = execute(claimedExecution());
    await clock.advance(250);
    expect(metrics.of('export_report')).toMatchObject({ running: 1, shortestMs: null });
    ends[0]?.();
    await executed;
    expect(metrics.of('export_report')).toMatchObject({ running: 0, totalMs: 250, longestMs: 250 });
  });
});

describe('timeout (F135, F172)', () => {
  it('ends an attempt as its own timeout would, and aborts its signal', async () => {
    let reason: unknown;
    const handle = (_job: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => ((reason = signal.reason), resolve()));
      });
    const { execute, clock, settled } = engineOn({
      handler: { handle },
      middleware: [middleware.timeout('2s')],
    });
    const executed = execute(claimedExecution());
    await clock.advance(2_000);
    expect((await executed)?.attempts.at(-1)?.status).toBe('timeout');
    expect(settled[0]?.outcome).toMatchObject({ kind: 'retry', status: 'timeout' });
    expect(reason).toMatchObject({ code: 'EXECUTION_TIMED_OUT', timeoutMs: 2_000 });
  });

  it('leaves no timer behind', async () => {
    const { execute, clock } = engineOn({
      handler: { handle: () => undefined },
      middleware: [middleware.timeout('2s')],
    });
    await execute(claimedExecution());
    expect(clock.waiting).not.toContain(2_000);
  });
});

describe('errorReporter (F168)', () => {
  it('reports the error itself with its job, and survives a reporter that fails', async () => {
    const reported: unknown[] = [];
    const { execute, logger, settled } = engineOn({
      handler: failing,
      middleware: [
        middleware.errorReporter(({ error, job }) => {
          reported.push([error, job.type]);
          throw new Error('the tracker is down');
        }),
      ],
    });
    await execute(claimedExecution());
    expect(reported).toEqual([[boom, 'export_report']]);
    expect(logger.messages).toEqual([
      'warn: an error was not reported',
      'warn: an attempt failed and is retried',
    ]);
    expect(settled[0]?.outcome).toMatchObject({ kind: 'retry' });
  });
});

describe('telemetry (F168)', () => {
  it('calls handlers inside a tracing channel, and hides their output (F224)', async () => {
    const seen: [string, object][] = [];
    const names = ['start', 'asyncEnd', 'error'].map((event) => `tracing:scheduler:handler:${event}`);
    const listener = (message: unknown, name: string | symbol) =>
      void seen.push([String(name).split(':').at(-1) ?? '', { ...(message as object) }]);
    for (const name of names) subscribe(name, listener);
    try {
      const handle = () => JobResult.success('a secret');
      const good = engineOn({ handler: { handle }, middleware: [middleware.telemetry()] });
      await good.execute(claimedExecution());
      const bad = engineOn({ handler: failing, middleware: [middleware.telemetry()] });
      await bad.execute(claimedExecution());
      await settle();
    } finally {
      for (const name of names) unsubscribe(name, listener);
    }
    expect(seen.map(([event]) => event)).toEqual(['start', 'asyncEnd', 'start', 'error', 'asyncEnd']);
    expect(seen[1]?.[1]).toMatchObject({ executionId: 'execution-1', result: { kind: 'succeeded' } });
    expect(seen[3]?.[1]).toMatchObject({ error: boom });
    expect(JSON.stringify(seen)).not.toContain('a secret');
  });
});

describe('the end of an attempt whose handler does not answer', () => {
  const never = () => new Promise<void>(() => undefined);

  it.each<[string, EngineOptions['middleware']]>([
    ['its own timeout', []],
    ['the middleware timeout', [middleware.timeout('2s')]],
  ])('reaches metrics, reporter and hooks by %s', async (_, own = []) => {
    const reported: unknown[] = [];
    const completed: string[] = [];
    const { execute, metrics, clock, settled } = engineOn({
      handler: { handle: never },
      middleware: [
        middleware.errorReporter(({ error }) => void reported.push(error)),
        { name: 'after', onComplete: (_job, _context, result) => void completed.push(result.kind) },
        middleware.metrics(),
        ...own,
      ],
    });
    const policy = { ...claimedExecution().policy, timeoutMs: 5_000 };
    const executed = execute(claimedExecution({ policy }));
    await clock.advance(5_000);
    await executed;
    expect(reported).toEqual([expect.objectContaining({ code: 'EXECUTION_TIMED_OUT' })]);
    expect(completed).toEqual(['failed']);
    expect(metrics.of('export_report')).toMatchObject({ running: 0, failed: 1 });
    expect(settled).toHaveLength(1);
    expect(settled[0]?.outcome).toMatchObject({ kind: 'retry', status: 'timeout' });
  });

  it('reaches them when recovery() has caught the error', async () => {
    const reported: unknown[] = [];
    const lost = new Error('thrown where nobody awaits it');
    const { execute, metrics } = engineOn({
      handler: {
        handle: never,
      },
      middleware: [
        middleware.errorReporter(({ error }) => void reported.push(error)),
        middleware.metrics(),
        ({ fail }) => ({
          name: 'recovery',
          // Jest catches errors that nobody catches, so that the end is told as recovery() tells it.
          handle: (_job, context, next) => {
            setImmediate(() => fail(context, lost));
            return next();
          },
        }),
      ],
    });
    expect((await execute(claimedExecution()))?.error?.message).toBe('thrown where nobody awaits it');
    expect(reported).toEqual([lost]);
    expect(metrics.of('export_report')).toMatchObject({ running: 0, failed: 1 });
  });
});
