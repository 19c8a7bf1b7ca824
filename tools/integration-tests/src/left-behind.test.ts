import { defineBatch, fetched, trigger } from '@scheduler/contracts';
import { createScheduler, telemetry } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { gate, recorder, scene, START } from './test-support/scene.js';

function app() {
  const clock = new SettableClock(START);
  return { clock, app: createScheduler({ clock, store: createMemoryStore({ clock }) }) };
}

describe('a definition that is refused', () => {
  it('leaves no handler behind, so that its name can be defined anew', async () => {
    const { app: scheduler } = app();
    await expect(scheduler.schedule('nightly', 'not cron', () => 1)).rejects.toMatchObject({
      code: 'SCHEDULE_INVALID',
    });
    expect(scheduler.node.jobTypes).not.toContain('nightly');
    await scheduler.schedule('nightly', '0 2 * * *', () => 2);
    expect(scheduler.node.jobTypes).toContain('nightly');
    await scheduler.stop();
  });

  it('keeps the handler of an earlier definition', async () => {
    const { app: scheduler } = app();
    const work = () => 1;
    await scheduler.schedule('nightly', '0 2 * * *', work);
    await expect(scheduler.schedule('nightly', 'not cron', work)).rejects.toThrow();
    expect(scheduler.node.jobTypes).toContain('nightly');
    await scheduler.stop();
  });

  it('is also one whose defaults are wrong', async () => {
    const { app: scheduler } = app();
    expect(() => scheduler.register('mail', () => 1, { queu: 'mails' } as never)).toThrow(
      'queu: is not known',
    );
    expect(scheduler.node.jobTypes).not.toContain('mail');
    await scheduler.stop();
  });
});

it('unschedule stops what runs (F99)', async () => {
  const endless = gate('endless');
  const { node } = scene({ handlers: [endless.handler] });
  await node.start();
  await node.scheduler.schedule({ name: 'j', type: 'endless', trigger: trigger.every('1h') });
  await node.scheduler.runNow('j');
  while (endless.waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const signal = endless.waiting[0]?.context.signal;
  await node.scheduler.unschedule('j');
  expect(signal?.aborted).toBe(true);
  expect(signal?.reason).toMatchObject({ code: 'EXECUTION_CANCELLED', reason: 'its job was deleted' });
  await node.stop();
});

it('a failed batch keeps its result (F179)', async () => {
  const batch = defineBatch({
    type: 'batch',
    fetchItems: () => fetched.done([1, 2, 3]),
    processItem: (item) => {
      if (item === 2) throw new Error('no 2');
    },
    concurrency: 1,
    onError: 'stop',
  });
  const { node } = scene({ handlers: [batch] });
  const { id } = await node.scheduler.enqueue({ type: 'batch', maxRetries: 0 });
  await node.drain();
  expect(await node.scheduler.getExecution(id)).toMatchObject({
    status: 'failed',
    error: { code: 'BATCH_FAILED' },
    progress: {
      checkpoint: {
        result: { status: 'failed', processed: 1, failed: 1, errors: [{ item: 2, message: 'no 2' }] },
      },
    },
  });
});

it('limits of queues emit rate_limited skips (F218)', async () => {
  const skipped: unknown[] = [];
  const leave = telemetry.subscribe('scheduler:job:skip', (message) => skipped.push(message));
  const { handler } = recorder('work');
  const { node } = scene({ handlers: [handler], config: { rateLimits: { queues: { default: '1/m' } } } });
  const [, second] = await node.scheduler.enqueueMany([{ type: 'work' }, { type: 'work' }]);
  await node.drain();
  await new Promise((resolve) => setImmediate(resolve));
  leave();
  expect(skipped).toMatchObject([{ executionId: second?.id, reason: 'rate_limited', queue: 'default' }]);
});
