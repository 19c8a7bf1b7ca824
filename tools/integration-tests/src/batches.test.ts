import { type BatchResult, defineBatch, fetched, type JobHandler } from '@scheduler/contracts';
import { cuttable } from './test-support/cuttable.js';
import { scene } from './test-support/scene.js';

/** A handler for the numbers from 1 to 6 in batches of 2. `work` is called for each number. */
function numbers(work: (item: number) => Promise<void> | void): JobHandler {
  return defineBatch<number, number>({
    type: 'numbers',
    batchSize: 2,
    concurrency: 1,
    fetchItems: (cursor) => {
      const from = cursor ?? 0;
      const items = [from + 1, from + 2];
      return from === 4 ? fetched.done(items, 6) : fetched.more(items, from + 2, 6);
    },
    processItem: (item) => work(item),
  });
}

const never = () => new Promise<void>(() => undefined);

it('returns its result as the output of its execution (F179)', async () => {
  const { node } = scene({ handlers: [numbers(() => undefined)] });
  await node.open();
  const { id } = await node.scheduler.enqueue({ type: 'numbers' });
  await node.drain();
  const { output, progress } = await node.scheduler.getExecution(id);
  expect(output as BatchResult).toMatchObject({ status: 'completed', processed: 6, failed: 0 });
  expect(progress).toMatchObject({ done: 6, total: 6 });
  await node.stop();
});

it('can be watched while it runs (F180)', async () => {
  const { node, clock } = scene({ handlers: [numbers((item) => (item === 4 ? never() : undefined))] });
  await node.start();
  const { id } = await node.scheduler.enqueue({ type: 'numbers' });
  await clock.advance('2s');
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'running',
    progress: { done: 3, total: 6, checkpoint: { cursor: 2 } },
  });
  const stopping = node.stop();
  await clock.advance('1m');
  await stopping;
});

it('continues at its cursor on another node after a crash', async () => {
  const base = scene();
  const { link, store } = cuttable(base.store);
  const [first, second]: [number[], number[]] = [[], []];
  const dying = numbers((item) => {
    first.push(item);
    return item === 4 ? never() : undefined;
  });
  const crashed = scene({ clock: base.clock, store, handlers: [dying] });
  const other = scene({
    clock: base.clock,
    store: base.store,
    handlers: [numbers((item) => void second.push(item))],
  });
  await crashed.node.start();
  const { id } = await crashed.node.scheduler.enqueue({ type: 'numbers' });
  await base.clock.advance('1s');
  link.cut = true;
  await other.node.start();
  await base.clock.advance('1m');
  expect(first).toEqual([1, 2, 3, 4]);
  expect(second).toEqual([3, 4, 5, 6]);
  const { status, output } = await other.node.scheduler.getExecution(id);
  expect(status).toBe('success');
  expect(output).toMatchObject({ status: 'completed', processed: 6 });
  link.cut = false;
  await other.node.stop();
});

it('continues at its cursor after a graceful stop, without using up a retry', async () => {
  const base = scene();
  const seen: number[] = [];
  let isHeld = true;
  const handler = numbers((item) => {
    seen.push(item);
    return isHeld && item === 5 ? never() : undefined;
  });
  const config = { shutdownGrace: 0 };
  const stopped = scene({ clock: base.clock, store: base.store, handlers: [handler], config });
  await stopped.node.start();
  const { id } = await stopped.node.scheduler.enqueue({ type: 'numbers' });
  await base.clock.advance('1s');
  const stopping = stopped.node.stop();
  await base.clock.advance('10s');
  await stopping;
  isHeld = false;
  const next = scene({ clock: base.clock, store: base.store, handlers: [handler], config });
  await next.node.open();
  await next.node.drain();
  expect(seen).toEqual([1, 2, 3, 4, 5, 5, 6]);
  expect(await next.node.scheduler.getExecution(id)).toMatchObject({ status: 'success', attemptsUsed: 1 });
  await next.node.stop();
});

it('stops between two items when it is cancelled', async () => {
  const seen: number[] = [];
  const releases: (() => void)[] = [];
  const handler = numbers((item) => {
    seen.push(item);
    return item === 3 ? new Promise((resolve) => releases.push(resolve)) : undefined;
  });
  const { node, clock } = scene({ handlers: [handler] });
  await node.start();
  const { id } = await node.scheduler.enqueue({ type: 'numbers' });
  await clock.advance('1s');
  await node.scheduler.cancelExecution(id, 'enough');
  releases[0]?.();
  await clock.advance('1s');
  expect(seen).toEqual([1, 2, 3]);
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'cancelled',
    reason: { message: 'enough' },
  });
  await node.stop();
});

it('uses the retries of its job if it stops at a failure (F178)', async () => {
  let failures = 0;
  const stopping = defineBatch<number, number>({
    type: 'numbers',
    onError: 'stop',
    batchSize: 1,
    fetchItems: (cursor) =>
      cursor === 2 ? fetched.done([3]) : fetched.more([(cursor ?? 0) + 1], (cursor ?? 0) + 1),
    processItem: (item) => {
      if (item === 2 && failures++ === 0) throw new Error('not yet');
    },
  });
  const { node, clock } = scene({ handlers: [stopping] });
  await node.start();
  const { id } = await node.scheduler.enqueue({ type: 'numbers' });
  await clock.advance('1s');
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'pending',
    error: { code: 'BATCH_FAILED', message: '1 of 2 items failed, item 2 last: not yet' },
  });
  await clock.advance('2m');
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'success',
    output: { status: 'completed', processed: 3 },
  });
  await node.stop();
});
