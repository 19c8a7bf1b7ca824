import {
  type HandlerAnswer,
  hook,
  type JobMiddleware,
  JobResult,
  retryAfter,
  wrapHandler,
} from '@scheduler/contracts';
import { engineOn } from '../../test-support/engine.js';
import { claimedExecution } from '../../test-support/samples.js';

const boom = new Error('boom');

/** A middleware that tells every step, with what it was told. */
function told(name: string, steps: string[], own: JobMiddleware = {}): JobMiddleware {
  return {
    name,
    beforeExecute: () => void steps.push(`${name} before`),
    handle: async (_job, _context, next) => {
      steps.push(`${name} in`);
      const result = await next();
      steps.push(`${name} out`);
      return result;
    },
    afterExecute: (_job, _context, { kind }) => void steps.push(`${name} after ${kind}`),
    onError: (_job, _context, error) => void steps.push(`${name} error ${(error as Error).message}`),
    onComplete: (_job, _context, { kind }) => void steps.push(`${name} complete ${kind}`),
    ...own,
  };
}

async function run(middleware: readonly JobMiddleware[], handle: () => HandlerAnswer = () => undefined) {
  const set = engineOn({ handler: { handle }, middleware });
  const execution = await set.execute(claimedExecution());
  return { ...set, execution, outcome: set.settled[0]?.outcome };
}

const throwing = () => {
  throw boom;
};

describe('MiddlewareChain', () => {
  it('wraps the handler and calls the hooks in their order (F169, F170, F172)', async () => {
    const steps: string[] = [];
    await run([told('a', steps), told('b', steps)], () => void steps.push('handler'));
    expect(steps).toEqual([
      'a before',
      'b before',
      'a in',
      'b in',
      'handler',
      'b out',
      'a out',
      'b after succeeded',
      'a after succeeded',
      'a complete succeeded',
      'b complete succeeded',
    ]);
  });

  it('tells errors in order, and completes always (F169, F170)', async () => {
    const steps: string[] = [];
    const { outcome } = await run([told('a', steps), told('b', steps)], throwing);
    expect(steps).toEqual([
      'a before',
      'b before',
      'a in',
      'b in',
      'a error boom',
      'b error boom',
      'a complete failed',
      'b complete failed',
    ]);
    expect(outcome).toMatchObject({ kind: 'retry', error: { message: 'boom' } });
  });

  it('halts with an error that names the middleware and the reason; the handler is not called (F169, F171)', async () => {
    const steps: string[] = [];
    const gate = told('gate', steps, { beforeExecute: () => hook.halt('closed for maintenance') });
    const { outcome } = await run([gate, told('b', steps)], () => void steps.push('handler'));
    expect(steps).toEqual([
      'gate error the middleware "gate" halted the attempt: closed for maintenance',
      'b error the middleware "gate" halted the attempt: closed for maintenance',
      'gate complete failed',
      'b complete failed',
    ]);
    expect(outcome).toMatchObject({ kind: 'retry', error: { code: 'MIDDLEWARE_HALTED' } });
  });

  it('names a middleware by its class where it has no name', async () => {
    class Gate implements JobMiddleware {
      beforeExecute = () => hook.halt('no');
    }
    const { outcome } = await run([new Gate()]);
    expect(outcome).toMatchObject({ error: { message: 'the middleware "Gate" halted the attempt: no' } });
  });

  it('shares a map between all hooks of one attempt and the handler (F171)', async () => {
    const seen: unknown[] = [];
    const set = engineOn({
      handler: { handle: (_job, { values }) => void seen.push(values.get('span')) },
      middleware: [
        { beforeExecute: (_job, { values }) => void values.set('span', 7) },
        { onComplete: (_job, { values }) => void seen.push(values.get('span')) },
      ],
    });
    await set.execute(claimedExecution());
    expect(seen).toEqual([7, 7]);
  });

  it('lets afterExecute replace a result, or make it an error (F169)', async () => {
    const replaced = await run([{ afterExecute: () => JobResult.success({ signed: true }) }]);
    expect(replaced.outcome).toEqual({ kind: 'succeeded', output: { signed: true } });
    const steps: string[] = [];
    const refused = await run([told('a', steps), { afterExecute: throwing }]);
    expect(refused.outcome).toMatchObject({ kind: 'retry', error: { message: 'boom' } });
    expect(steps).toContain('a error boom');
  });

  it.each<[string, JobMiddleware['onError'], object]>([
    ['error', () => hook.error(new Error('another')), { kind: 'retry', error: { message: 'another' } }],
    ['retry', () => hook.retry('busy', '5s'), { kind: 'retry', delayMs: 5_000 }],
    ['ignore', () => hook.ignore('sent before'), { kind: 'discarded', reason: 'sent before' }],
    ['throw', throwing, { kind: 'retry', error: { message: 'boom' } }],
  ])('lets onError answer %s (F169)', async (_title, onError, expected) => {
    const { outcome } = await run([{ onError }], () => JobResult.failure({ error: new Error('first') }));
    expect(outcome).toMatchObject(expected);
  });

  it('retries by a hook what would not be retried by itself, and says why', async () => {
    const { outcome } = await run([{ onError: () => hook.retry('busy') }], () => {
      throw new TypeError('x is not a function');
    });
    expect(outcome).toMatchObject({ kind: 'retry', error: { message: 'busy: x is not a function' } });
  });

  it('lets the first verdict about an error decide', async () => {
    const steps: string[] = [];
    await run([{ onError: () => hook.ignore('known') }, told('late', steps)], throwing);
    expect(steps).not.toContain('late error boom');
    expect(steps).toContain('late complete discarded');
  });

  it('leaves a thrown error as it was: its delay and its class count', async () => {
    const seen: unknown[] = [];
    const { outcome } = await run([{ onError: (_job, _context, error) => void seen.push(error) }], () => {
      throw retryAfter(boom, '7s');
    });
    expect(outcome).toMatchObject({ kind: 'retry', delayMs: 7_000 });
    expect(seen).toEqual([boom]);
  });

  it('takes a plain value of a handler, a wrapper or a hook for the output', async () => {
    const hooks = { onComplete: () => undefined };
    expect((await run([hooks], () => 'done')).outcome).toMatchObject({ kind: 'succeeded', output: 'done' });
    expect((await run([{ handle: () => 7 }])).outcome).toMatchObject({ kind: 'succeeded', output: 7 });
    expect((await run([{ afterExecute: () => [1] }])).outcome).toMatchObject({ output: [1] });
  });

  it('fails for good with a result that is none', async () => {
    const { outcome } = await run([{ onComplete: () => undefined }], () => ({ kind: 'failed', why: 'x' }));
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'RESULT_INVALID' } });
  });

  it('survives a hook that throws at the end', async () => {
    const { outcome, logger } = await run([{ name: 'careless', onComplete: throwing }]);
    expect(outcome).toMatchObject({ kind: 'succeeded' });
    expect(logger.lines).toMatchObject([{ fields: { middleware: 'careless', error: 'Error: boom' } }]);
  });

  it('takes functions that wrap a handler in another (F172)', async () => {
    const steps: string[] = [];
    const wrapped = wrapHandler('w', (next) => async (job, context) => {
      steps.push(`in ${job.type}`);
      const result = await next(job, context);
      steps.push(`out ${result.kind}`);
      return result;
    });
    await run([wrapped], () => void steps.push('handler'));
    expect(steps).toEqual(['in export_report', 'handler', 'out succeeded']);
  });

  it('may answer instead of the handler, or call it again', async () => {
    let calls = 0;
    const twice: JobMiddleware = { handle: async (_job, _context, next) => (await next(), next()) };
    await run([twice], () => void (calls += 1));
    await run([{ handle: () => JobResult.success('cached') }], () => void (calls += 1));
    expect(calls).toBe(2);
  });
});
