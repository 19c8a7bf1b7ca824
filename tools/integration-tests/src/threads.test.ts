import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  defineHandler,
  type Execution,
  type JobHandler,
  jobType,
  ScheduleInvalid,
  silentLogger,
  trigger,
} from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';

const MODULE = `
const { isMainThread, threadId } = require('node:worker_threads');
const spin = (done) => { while (!done()); };
const tasks = {
  where: (job, { attempt, scheduledAt, startedAt, now }) => ({
    isMainThread, threadId, attempt, payload: job.payload,
    dates: [scheduledAt, startedAt, now()].every((date) => date instanceof Date),
  }),
  tell: async (_job, context) => {
    context.log.info('half', { of: 'it' });
    context.progress(5, 10);
    await context.checkpoint({ at: 5 });
    return null;
  },
  polite: (_job, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  // It never lets the event loop go on, and asks.
  asking: (_job, { signal }) => { spin(() => signal.aborted); return 'asked'; },
  deaf: () => spin(() => false),
  wrong: () => { throw Object.assign(new TypeError('no such file'), { code: 'ENOENT', recoverable: false }); },
  failing: () => ({ kind: 'failed', error: new RangeError('too far'), retry: false, delay: null }),
  exits: () => process.exit(3),
  functions: () => () => 1,
  dates: () => ({ at: new Date() }),
  steps: (_job, { step }) => step('one', () => 1),
};
exports.handle = (job, context) => tasks[job.payload.task](job, context);
`;

describe('handlers that run in threads', () => {
  let folder: string;
  let node: SchedulerNode;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'threads-'));
    writeFileSync(join(folder, 'tasks.cjs'), MODULE);
    writeFileSync(join(folder, 'default.mjs'), 'export default ({ payload }) => payload.task + "!";');
    writeFileSync(join(folder, 'nothing.mjs'), 'export const answer = 42;');
  });
  afterEach(() => node.stop());
  afterAll(() => rmSync(folder, { recursive: true }));

  const inThread = (type: string, file: string): JobHandler =>
    defineHandler({ type, runIn: 'thread', module: pathToFileURL(join(folder, file)) });

  async function start(...more: JobHandler[]) {
    const clock = new SystemClock();
    const handlers = [inThread('work', 'tasks.cjs'), ...more];
    const config = { threads: 2, queues: { default: 4 }, shutdownGrace: 0 };
    node = createSchedulerNode({
      store: createMemoryStore({ clock }),
      clock,
      handlers,
      config,
      logger: silentLogger,
    });
    await node.start();
    return node;
  }

  /** Enqueues, and waits for the end of the execution. */
  async function run(task: string, options: { readonly timeout?: string; readonly type?: string } = {}) {
    const { type = 'work', ...rest } = options;
    const { id } = await node.scheduler.enqueue({ type, payload: { task }, maxRetries: 0, ...rest });
    return ended(id);
  }

  async function ended(id: string): Promise<Execution> {
    for (;;) {
      const found = await node.scheduler.getExecution(id);
      if (!['pending', 'running'].includes(found.status)) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  it('calls the module in another thread, with the job and the context', async () => {
    await start(inThread('other', 'default.mjs'));
    expect(await run('where')).toMatchObject({
      status: 'success',
      output: { isMainThread: false, attempt: 1, payload: { task: 'where' }, dates: true },
    });
    expect(await run('hello', { type: 'other' })).toMatchObject({ output: 'hello!' });
  });

  it('keeps progress, log lines and checkpoints', async () => {
    await start();
    const job = await node.scheduler.schedule({
      name: 'tells',
      type: 'work',
      payload: { task: 'tell' },
      trigger: trigger.now(),
    });
    const read = async () => (await node.scheduler.history(job.id, { includeLogs: true })).items[0];
    while ((await read())?.status !== 'success');
    expect(await read()).toMatchObject({
      progress: { done: 5, total: 10, checkpoint: { at: 5 } },
      logs: [{ level: 'info', message: 'half', context: { of: 'it' } }],
    });
  });

  it.each([
    ['wrong', { message: 'no such file', name: 'TypeError' }],
    ['failing', { message: 'too far', name: 'RangeError' }],
    ['exits', { message: expect.stringContaining('the thread of the handler has ended') }],
    ['functions', { message: expect.stringContaining('could not be cloned') }],
    ['dates', { message: expect.stringContaining('at') }],
    ['steps', { message: expect.stringContaining('context.step is not supported') }],
  ])('fails with what went wrong: %s', async (task, error) => {
    await start();
    expect(await run(task)).toMatchObject({ status: 'failed', error });
    // A thread that has ended is made up for.
    expect(await run('where')).toMatchObject({ status: 'success' });
  });

  it('fails where the module exports no function', async () => {
    await start(inThread('nothing', 'nothing.mjs'));
    const { error } = await run('x', { type: 'nothing' });
    expect(error?.message).toContain('exports no function; accepted: one named handle');
  });

  it.each(['polite', 'asking', 'deaf'])(
    'ends %s code at its timeout, and the thread with it',
    async (task) => {
      await start();
      // More than there are threads: each must come free.
      const runs = await Promise.all([1, 2, 3, 4].map(() => run(task, { timeout: '200ms' })));
      expect(runs.map(({ status }) => status)).toEqual(['timeout', 'timeout', 'timeout', 'timeout']);
      expect(await run('where')).toMatchObject({ status: 'success' });
    },
  );

  it('ends deaf code when it is cancelled, and at the end of the node', async () => {
    await start();
    const { id } = await node.scheduler.enqueue({ type: 'work', payload: { task: 'deaf' } });
    const other = await node.scheduler.enqueue({ type: 'work', payload: { task: 'deaf' } });
    const running = async (of: string) => (await node.scheduler.getExecution(of)).status === 'running';
    while (!(await running(id)) || !(await running(other.id)));
    await node.scheduler.cancelExecution(id);
    expect(await ended(id)).toMatchObject({ status: 'cancelled' });
    await node.stop();
  });

  it.each([
    [{ runIn: 'thread' as const, module: './resize.js' }, 'is not the path of a module, got "./resize.js"'],
    [
      { runIn: 'thread' as const, module: undefined as never },
      'is missing: a function cannot be sent to a thread',
    ],
    [{ runIn: 'process' as never, module: '/x.js' }, 'handler.runIn: is not known'],
  ])('refuses %j', async (where, message) => {
    expect(() => defineHandler({ type: 'a', ...where })).toThrow(ScheduleInvalid);
    expect(() => defineHandler({ type: 'a', ...where })).toThrow(message);
    await start();
  });

  it('refuses a class that names no module, or one that is not there, when the node is made', async () => {
    const clock = new SystemClock();
    const make = (handler: JobHandler) =>
      createSchedulerNode({ store: createMemoryStore({ clock }), handlers: [handler] });
    const base = { supports: () => true, handle: () => 1 };
    expect(() => make({ ...base, runIn: 'thread' })).toThrow('handler.module: is missing');
    expect(() => make({ ...base, module: '/x.js' })).toThrow("is only for handlers with runIn: 'thread'");
    expect(() => make({ ...base, runIn: 'thread', module: join(folder, 'gone.js') })).toThrow(
      'names a file that is not there',
    );
    await start();
    expect(() => inThread('a', 'tasks.cjs').handle({ type: jobType('a') } as never, {} as never)).toThrow(
      'calling a handler that runs in a thread is not supported by this caller',
    );
  });
});
