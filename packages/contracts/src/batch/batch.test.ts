import { silentLogger } from '../host/logger.js';
import { retry } from '../failures/retryable-error.js';
import type { JobContext } from '../handlers/job-context.js';
import type { HandledJob } from '../handlers/job-handler.js';
import { JobResult } from '../handlers/job-result.js';
import { jobType } from '../values/job-type.js';
import type { JsonValue } from '../values/json.js';
import { type BatchDefinition, fetched } from './batch-definition.js';
import { defineBatch } from './define-batch.js';

type Definition = BatchDefinition<number, number, unknown>;

const job: HandledJob = {
  id: null,
  name: null,
  type: jobType('numbers'),
  targetId: null,
  payload: null,
  tags: [],
  metadata: {},
  tenant: null,
};

/** A context that records what a batch reports. */
function fakeContext(lastCheckpoint: JsonValue = null) {
  const checkpoints: JsonValue[] = [];
  const progress: [number, number | null][] = [];
  const controller = new AbortController();
  const context = {
    startedAt: new Date(1_000),
    now: () => new Date(1_250),
    signal: controller.signal,
    log: silentLogger,
    lastCheckpoint,
    checkpoint: async (value: JsonValue) => void checkpoints.push(value),
    progress: (done: number, total: number | null) => void progress.push([done, total]),
  } as unknown as JobContext;
  return { context, checkpoints, progress, abort: (reason: Error) => controller.abort(reason) };
}

/** The numbers from 1 to `last`, in pages of the requested size. */
function numbers(last: number): Definition['fetchItems'] {
  return (cursor, { limit }) => {
    const from = cursor ?? 0;
    const items = Array.from({ length: Math.min(limit, last - from) }, (_, index) => from + index + 1);
    return from + items.length >= last ? fetched.done(items) : fetched.more(items, from + items.length);
  };
}

async function run(definition: Partial<Definition>, fake = fakeContext()) {
  const seen: number[] = [];
  const handler = defineBatch<number, number>({
    type: 'numbers',
    fetchItems: numbers(10),
    batchSize: 4,
    concurrency: 1,
    ...definition,
    processItem: (item, options) => {
      seen.push(item);
      return definition.processItem?.(item, options);
    },
  });
  const answer = await Promise.resolve(handler.handle(job, fake.context)).catch((error: unknown) => ({
    thrown: error,
  }));
  const result = (answer as { output?: unknown } | undefined)?.output;
  const { thrown } = answer as { thrown?: Error };
  return { ...fake, seen, answer, result, thrown };
}

const failOn =
  (...bad: number[]): Definition['processItem'] =>
  (item) => {
    if (bad.includes(item)) throw new Error(`no ${item}`);
  };

describe('defineBatch', () => {
  it('fetches pages until there are no more items, and reports the result (F174, F176, F179)', async () => {
    const { seen, result, checkpoints, progress } = await run({});
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(result).toEqual({
      status: 'completed',
      processed: 10,
      failed: 0,
      errors: [],
      cursor: null,
      durationMs: 250,
    });
    expect(checkpoints).toMatchObject([
      { cursor: 4, processed: 4 },
      { cursor: 8, processed: 8 },
    ]);
    expect(progress.at(-1)).toEqual([10, null]);
  });

  it('fetches 100 items and processes 5 at a time by default, and declares both on the handler (F175)', async () => {
    const limits: number[] = [];
    let [running, most] = [0, 0];
    const handler = defineBatch<number, number>({
      type: 'numbers',
      fetchItems: (cursor, options) => {
        limits.push(options.limit);
        return numbers(120)(cursor, options);
      },
      processItem: async () => {
        most = Math.max(most, (running += 1));
        await Promise.resolve();
        running -= 1;
      },
    });
    await handler.handle(job, fakeContext().context);
    expect([limits, most, handler.batch]).toEqual([[100, 100], 5, { batchSize: 100, concurrency: 5 }]);
  });

  it('ends after maxItems, and returns the cursor for the rest (F175)', async () => {
    const { seen, result, progress } = await run({ maxItems: 6 });
    expect(seen).toHaveLength(6);
    expect(result).toMatchObject({ status: 'completed', processed: 6, cursor: 6 });
    expect(progress.at(-1)).toEqual([6, 6]);
  });

  it('processes no more than maxItems of a page that is too large', async () => {
    const everything: Definition['fetchItems'] = () => fetched.done([1, 2, 3, 4, 5], 5);
    const { seen } = await run({ maxItems: 3, fetchItems: everything });
    expect(seen).toEqual([1, 2, 3]);
  });

  it('resumes at the cursor of an earlier attempt, and keeps its counts', async () => {
    const saved = { cursor: 8, processed: 7, failed: 1, errors: [{ item: 3, message: 'no' }], total: 10 };
    const { seen, result } = await run({}, fakeContext(saved));
    expect(seen).toEqual([9, 10]);
    expect(result).toMatchObject({ status: 'partial', processed: 9, failed: 1 });
  });

  it.each([['continue'], ['retry']] as const)(
    'goes on after a failed item with %s (F178)',
    async (onError) => {
      const { result, seen } = await run({ onError, processItem: failOn(2, 5) });
      expect(result).toMatchObject({
        status: 'partial',
        processed: 8,
        failed: 2,
        errors: [
          { item: 2, message: 'no 2' },
          { item: 5, message: 'no 5' },
        ],
      });
      expect(seen.filter((item) => item === 2)).toHaveLength(onError === 'retry' ? 4 : 1);
    },
  );

  it('stops at a failed item and fails, with the cursor of its page (F178)', async () => {
    const { thrown, seen, checkpoints } = await run({ onError: 'stop', processItem: failOn(6) });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    expect(thrown).toMatchObject({
      code: 'BATCH_FAILED',
      message: '1 of 6 items failed, item 6 last: no 6',
      result: { status: 'failed', processed: 5, failed: 1, cursor: 4 },
    });
    expect(checkpoints).toMatchObject([
      { cursor: 4 },
      { cursor: 4, processed: 4, result: { status: 'failed', failed: 1 } },
    ]);
  });

  it('names failed items by their place in the input, in whichever order they end', async () => {
    const slow = new Promise((resolve) => setImmediate(resolve));
    const { answer } = await run({
      concurrency: 3,
      batchSize: 4,
      processItem: async (item) => {
        if (item === 1) await slow;
        if (item === 1 || item === 6) throw new Error(`no ${item}`);
      },
    });
    expect(answer).toMatchObject({
      output: {
        errors: [
          { item: 1, message: 'no 1' },
          { item: 6, message: 'no 6' },
        ],
      },
    });
  });

  it('fails when every item failed, and starts from the beginning then', async () => {
    const { thrown, checkpoints } = await run({ processItem: failOn(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) });
    expect(thrown).toMatchObject({ result: { status: 'failed', processed: 0, failed: 10 } });
    expect(checkpoints.at(-1)).toEqual({ result: expect.objectContaining({ status: 'failed', failed: 10 }) });
  });

  it.each<[string, Definition['processItem'], number]>([
    ['a failure', () => JobResult.failure({ error: new Error('later') }), 4],
    ['retry(error)', () => Promise.reject(retry(new Error('later'))), 4],
    ['a failure without retry', () => JobResult.failure({ error: new Error('never'), retry: false }), 1],
  ])('retries an item that ends with %s, up to 3 times (F177)', async (_title, processItem, calls) => {
    const attempts: number[] = [];
    await run({
      fetchItems: () => fetched.done([1]),
      processItem: (item, options) => {
        attempts.push(options.attempt);
        return processItem(item, options);
      },
    });
    expect(attempts).toEqual([1, 2, 3, 4].slice(0, calls));
  });

  it('counts an item that succeeds in the end as processed', async () => {
    const { result } = await run({
      onError: 'retry',
      processItem: (item, { attempt }) => {
        if (item === 3 && attempt < 3) throw new Error('not yet');
        return JobResult.success({ any: 'result' });
      },
    });
    expect(result).toMatchObject({ status: 'completed', processed: 10 });
  });

  it('keeps the last 10 errors (F179)', async () => {
    const { result } = await run({
      fetchItems: numbers(30),
      processItem: (item) => failOn(item)(item, {} as never),
    });
    expect(result).toBeUndefined();
    const some = await run({
      fetchItems: numbers(30),
      processItem: (item, options) => (item === 1 ? undefined : failOn(item)(item, options)),
    });
    const { errors } = some.result as { errors: { message: string }[] };
    expect(errors.map(({ message }) => message)).toEqual(
      Array.from({ length: 10 }, (_, index) => `no ${index + 21}`),
    );
  });

  it('respects the signal between items, and an item that was aborted has not failed', async () => {
    const fake = fakeContext();
    const reason = new Error('cancelled');
    const { seen, thrown, progress } = await run(
      {
        processItem: (item) => {
          if (item !== 3) return;
          fake.abort(reason);
          throw reason;
        },
      },
      fake,
    );
    expect(seen).toEqual([1, 2, 3]);
    expect(thrown).toBe(reason);
    expect(progress.at(-1)).toEqual([2, null]);
  });

  it('refuses a fetchItems that returns no items and the same cursor', async () => {
    const { thrown } = await run({ fetchItems: () => fetched.more([], 7) });
    expect(thrown?.message).toBe('fetchItems returned no items and stays at the cursor 7');
  });

  it('reports the total if it is known', async () => {
    const { progress } = await run({ fetchItems: () => fetched.done([1, 2], 2) });
    expect(progress).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it.each(['batchSize', 'concurrency', 'maxItems'])('refuses a %s that is not a count', (field) => {
    const define = () =>
      defineBatch<number, number>({
        type: 'numbers',
        fetchItems: numbers(1),
        processItem: () => undefined,
        [field]: 0,
      });
    expect(define).toThrow(`${field}: is not a count, got 0; accepted: a whole number from 1`);
  });

  it('checks payloads and delays like any handler', () => {
    const validate = () => undefined;
    const handler = defineBatch<number, number>({
      type: ['a', 'b'],
      fetchItems: numbers(1),
      processItem: () => undefined,
      validate,
      backoff: () => '1m',
    });
    expect([handler.types, handler.validate, handler.backoff?.(1)]).toEqual([['a', 'b'], validate, '1m']);
  });
});
