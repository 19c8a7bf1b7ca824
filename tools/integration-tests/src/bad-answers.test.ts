import {
  defineBatch,
  defineHandler,
  fetched,
  hook,
  type JobMiddleware,
  JobResult,
  retryAfter,
} from '@scheduler/contracts';
import { createScheduler, createSchedulerNode, loadConfig, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { scene } from './test-support/scene.js';

const store = () => createMemoryStore({ clock: new SystemClock() });
const from = (value: unknown) => value as never;

describe('options of a node', () => {
  it('say what is missing', () => {
    for (const create of [createSchedulerNode, createScheduler]) {
      expect(() => create(from({}))).toThrow('options.store: is missing; accepted: a store, such as');
      expect(() => create(from(undefined))).toThrow('options: is missing');
      expect(() => create(from({ store: {} }))).toThrow(
        'options.store: does not have the methods open, close',
      );
    }
  });

  it.each<[string, object, string]>([
    ['a misspelt option', { handler: [] }, "options.handler: is not known; did you mean 'handlers'?"],
    [
      'handlers that are none',
      { handlers: [() => 1] },
      'options.handlers[0]: does not have the methods supports, handle',
    ],
    [
      'a clock without timers',
      { clock: { now: () => new Date() } },
      'options.clock: does not have the methods',
    ],
    [
      'a middleware without hooks',
      { middleware: [{ before: () => 1 }] },
      'options.middleware[0]: has none of the methods',
    ],
    [
      'an observer without callbacks',
      { observers: [{ onDeath: () => 1 }] },
      'options.observers[0]: has none of the methods',
    ],
    [
      'a callback that is none',
      { onDeadLetter: 'mail' },
      'options.onDeadLetter: is not a function, got "mail"',
    ],
  ])('refuse %s', (_, options, message) => {
    expect(() => createSchedulerNode(from({ store: store(), ...options }))).toThrow(message);
  });

  it('refuse settings that contradict each other', () => {
    expect(() => loadConfig({ config: { retry: { initialDelay: '2h', maxDelay: '1h' } } })).toThrow(
      'retry.initialDelay: must not be longer than retry.maxDelay',
    );
    expect(() => loadConfig({ env: { SCHEDULER_QUEUES: 'default=1,mails=2,default=3' } })).toThrow(
      'SCHEDULER_QUEUES: cannot be read, got "default=1,mails=2,default=3"; accepted: queues with their concurrency, each once',
    );
    expect(() => loadConfig({ config: { leadership: { lockTtl: '5s', lockRefresh: '6s' } } })).toThrow(
      'leadership.lockRefresh: must be shorter than leadership.lockTtl',
    );
  });

  it('refuse a delay above its maximum', async () => {
    const { node } = scene({ handlers: [defineHandler({ type: 'work', handle: () => 1 })] });
    await expect(node.scheduler.enqueue({ type: 'work', backoff: { delay: '2h' } })).rejects.toThrow(
      'backoff.delay: is longer than its maximum, got 7200000; accepted: at most 1h, or a longer backoff.maxDelay beside it',
    );
  });
});

describe('what handlers and hooks build', () => {
  it.each<[string, () => unknown, string]>([
    [
      "JobResult.failure('boom')",
      () => JobResult.failure(from('boom')),
      'failure: is not a plain object, got "boom"; accepted: { error, retry, delay }',
    ],
    ['JobResult.failure({})', () => JobResult.failure(from({})), 'failure.error: is missing'],
    [
      'shouldRetry',
      () => JobResult.failure(from({ error: 1, shouldRetry: true })),
      "failure.shouldRetry: is not known; did you mean 'retry'?",
    ],
    ["JobResult.snoozed('soon')", () => JobResult.snoozed('soon'), 'delay: is not a duration, got "soon"'],
    ['JobResult.cancelled(7)', () => JobResult.cancelled(from(7)), 'reason: is not a text, got 7'],
    [
      "retryAfter(error, 'soon')",
      () => retryAfter(new Error('x'), 'soon'),
      'delay: is not a duration, got "soon"',
    ],
    ['hook.halt()', () => hook.halt(from(undefined)), 'answer.reason: is missing'],
    ["hook.retry('busy', 'soon')", () => hook.retry('busy', 'soon'), 'answer.delay: is not a duration'],
    [
      "onError: 'skip' of a batch",
      () =>
        defineBatch({
          type: 'b',
          fetchItems: () => fetched.done([]),
          processItem: () => 1,
          onError: from('skip'),
        }),
      'batch.onError: is not known, got "skip"; accepted: continue, stop, retry',
    ],
    [
      'a batch without processItem',
      () => defineBatch(from({ type: 'b', fetchItems: () => fetched.done([]) })),
      'batch.processItem: is missing',
    ],
    [
      'a handler with a misspelt option',
      () => defineHandler(from({ type: 'a', handle: () => 1, validation: () => 1 })),
      "handler.validation: is not known; did you mean 'validate'?",
    ],
  ])('%s is refused', (_, build, message) => {
    expect(build).toThrow(message);
  });

  it.each<[string, JobMiddleware, string]>([
    [
      '{ halt } of a hook',
      { name: 'gate', beforeExecute: () => from({ halt: 'closed' }) },
      'answer of beforeExecute of gate.halt: is not known',
    ],
    [
      'true of a hook',
      { name: 'gate', beforeExecute: () => from(true) },
      'answer of beforeExecute of gate: is not a plain object, got true',
    ],
    [
      'an unknown verdict',
      { name: 'judge', onError: () => from({ kind: 'skip' }) },
      'answer of onError of judge: is not an answer of a hook',
    ],
  ])('%s fails the attempt and says what is accepted', async (_, middleware, message) => {
    const failing = defineHandler({
      type: 'work',
      handle: () => {
        throw new Error('boom');
      },
    });
    const { node } = scene({ handlers: [failing], middleware: [middleware] });
    const { id } = await node.scheduler.enqueue({ type: 'work', maxRetries: 0 });
    await node.drain();
    expect((await node.scheduler.getExecution(id)).error).toMatchObject({
      code: 'RESULT_INVALID',
      message: expect.stringContaining(message),
    });
  });
});
