import { JobResult, silentLogger, trigger } from '@scheduler/contracts';
import { createScheduler } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { at, recorder, scene, START } from './test-support/scene.js';

const failing = (looks: object = {}) =>
  recorder('mail', () => {
    throw Object.assign(new Error('smtp is down'), looks);
  });

/** A node whose handler fails, with `count` dead letters. */
async function withDead(count: number, looks: object = {}) {
  const set = scene({ handlers: [failing(looks).handler] });
  await set.node.open();
  for (let number = 1; number <= count; number += 1) {
    await set.node.scheduler.enqueue({ type: 'mail', payload: { number }, maxRetries: 0 });
    await set.node.drain();
    await set.clock.advance('1m');
  }
  return { ...set, dead: set.node.deadLetters };
}

describe('dead letters', () => {
  it('show what failed, how often and why, latest first (F150, F152)', async () => {
    const { dead } = await withDead(2, { code: 'EHOSTUNREACH' });
    const { items, total } = await dead.list();
    expect(total).toBe(2);
    expect(items.map(({ payload }) => payload)).toEqual([{ number: 2 }, { number: 1 }]);
    expect(items[1]).toMatchObject({
      type: 'mail',
      queue: 'default',
      errorClass: 'degraded',
      attempts: 1,
      error: { message: 'smtp is down', code: 'EHOSTUNREACH' },
      firstFailedAt: at('00:00:00'),
      lastFailedAt: at('00:00:00'),
    });
    expect(await dead.get(items[0]?.id ?? '')).toEqual(items[0]);
    expect(await dead.stats()).toMatchObject({
      total: 2,
      byQueue: { default: 2 },
      byErrorClass: { degraded: 2 },
    });
  });

  it('are found by queue, type and class', async () => {
    const { dead } = await withDead(1, { code: 'EBUSY' });
    for (const found of [{ queue: 'default' }, { type: 'mail' }, { errorClass: 'transient' as const }])
      expect((await dead.list(found)).total).toBe(1);
    for (const none of [{ queue: 'other' }, { type: 'report' }, { errorClass: 'degraded' as const }])
      expect((await dead.list(none)).total).toBe(0);
    await expect(dead.list({ errorClass: 'odd' as never })).rejects.toThrow('errorClass');
    await expect(dead.list({ klass: 'x' } as never)).rejects.toThrow('klass: is not known');
  });

  it('run again once, however often they are retried (F151)', async () => {
    const { dead, node } = await withDead(1);
    const { id } = (await dead.list()).items[0] ?? { id: '' };
    const results = await Promise.all([dead.retry(id), dead.retry(id), dead.retry(id)]);
    expect(results.map(({ state }) => state).sort()).toEqual(['not_dead', 'not_dead', 'retried']);
    const { executions } = await node.drain();
    expect(executions).toMatchObject([
      { origin: 'retried', originalExecutionId: id, payload: { number: 1 } },
    ]);
    await expect(dead.retry('nobody')).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
    await expect(dead.get(id)).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  });

  it('run again once, however they are retried (F151)', async () => {
    const { dead, node } = await withDead(2);
    const [first, second] = (await dead.list()).items.map(({ id }) => id) as [string, string];
    await node.scheduler.retryExecution(first);
    expect(await dead.retry(first)).toEqual({ state: 'not_dead' });
    await dead.retry(second);
    for (const id of [first, second])
      await expect(node.scheduler.retryExecution(id)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    expect((await node.drain()).executions).toHaveLength(2);
  });

  it('run again once where both ways are taken at the same time', async () => {
    const { dead, node } = await withDead(1);
    const { id } = (await dead.list()).items[0] ?? { id: '' };
    const ways = [node.scheduler.retryExecution(id), dead.retry(id), node.scheduler.retryExecution(id)];
    await Promise.allSettled(ways);
    expect((await node.drain()).executions).toHaveLength(1);
  });

  it('stay as they are where the filter is misspelt', async () => {
    const { dead, node } = await withDead(2);
    await expect(dead.retryAll({ que: 'mails' } as never)).rejects.toMatchObject({
      code: 'QUERY_INVALID',
      message: expect.stringContaining("options.que: is not known; did you mean 'queue'?"),
    });
    await expect(dead.retryAll({ limit: -1 })).rejects.toMatchObject({ code: 'QUERY_INVALID' });
    await expect(dead.prune({ before: 'now' } as never)).rejects.toThrow(
      'options.before: is not a valid date',
    );
    expect((await dead.list()).total).toBe(2);
    expect((await node.drain()).executions).toEqual([]);
  });

  it('run again together, oldest first, up to a limit', async () => {
    const { dead, node } = await withDead(3);
    const progress: number[] = [];
    expect(await dead.retryAll({ limit: 2, onProgress: (count) => progress.push(count) })).toBe(2);
    expect(progress).toEqual([1, 2]);
    expect((await dead.list()).items.map(({ payload }) => payload)).toEqual([{ number: 3 }]);
    expect(await dead.retryAll({ queue: 'other' })).toBe(0);
    expect(await dead.retryAll()).toBe(1);
    expect((await node.drain()).executions).toHaveLength(3);
  });

  it('are taken off the list, and stay in the history', async () => {
    const { dead, node } = await withDead(2);
    const [latest, oldest] = (await dead.list()).items;
    expect(await dead.delete(oldest?.id ?? '')).toBe(true);
    expect(await dead.delete(oldest?.id ?? '')).toBe(false);
    expect((await dead.list()).items).toEqual([latest]);
    expect((await node.scheduler.getExecution(oldest?.id ?? '')).status).toBe('failed');
  });

  it('are pruned by the time of their failure', async () => {
    const { dead } = await withDead(3);
    expect(await dead.prune({ before: at('00:01:30') })).toBe(2);
    expect((await dead.list()).items.map(({ payload }) => payload)).toEqual([{ number: 3 }]);
  });

  it('of a tenant are seen by that tenant only (F252)', async () => {
    const { dead, node } = await withDead(1);
    await node.scheduler.forTenant('a').enqueue({ type: 'mail', maxRetries: 0 });
    await node.drain();
    const { items } = await dead.forTenant('a').list();
    expect(items.map(({ tenant }) => tenant)).toEqual(['a']);
    const { id = '' } = items[0] ?? {};
    expect(await dead.forTenant('b').delete(id)).toBe(false);
    await expect(dead.forTenant('b').retry(id)).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  });

  it('are created for enqueued work that can never succeed, and not for jobs, whose history shows it', async () => {
    const { dead, node } = await withDead(1, { status: 404 });
    expect((await dead.list()).items).toMatchObject([{ jobId: null, error: { errorClass: 'terminal' } }]);
    const job = await node.scheduler.schedule({ type: 'mail', trigger: trigger.now() });
    await node.tick();
    await node.drain();
    expect((await node.scheduler.history(job.id)).items).toMatchObject([
      { status: 'failed', reason: { code: 'no_retry' }, deadLetter: null },
    ]);
    expect((await dead.list()).total).toBe(1);
  });

  it('go to the handler that is there for them, once each (F154)', async () => {
    const undertaker = recorder('bury', () => JobResult.success());
    const { node, clock } = scene({
      handlers: [failing().handler, undertaker.handler],
      config: { retry: { maxRetries: 0 }, deadLetters: { handler: 'bury' }, queues: { default: 2, dead: 1 } },
    });
    await node.start();
    const { id } = await node.scheduler.enqueue({ type: 'mail', payload: { number: 1 } });
    await clock.advance('20s');
    expect(undertaker.calls.map(({ job }) => job.payload)).toEqual([
      expect.objectContaining({ executionId: id, type: 'mail', payload: { number: 1 }, attempts: 1 }),
    ]);
    expect((await node.deadLetters.list()).total).toBe(0);
    await node.stop();
  });

  it('go to a handler that is configured alone, whose queue the node then processes (F154)', async () => {
    const undertaker = recorder('bury');
    const { node, clock } = scene({
      handlers: [failing().handler, undertaker.handler],
      config: { retry: { maxRetries: 0 }, deadLetters: { handler: 'bury' } },
    });
    expect(node.config.queues).toMatchObject({ dead: 1 });
    await node.start();
    const { id } = await node.scheduler.enqueue({ type: 'mail' });
    await clock.advance('20s');
    expect(undertaker.calls.map(({ job }) => job.payload)).toEqual([
      expect.objectContaining({ executionId: id }),
    ]);
    await node.stop();
  });

  it('go to a handler that is registered after the creation, and wait until then (F154)', async () => {
    const clock = new SettableClock(START);
    const buried: string[] = [];
    const app = createScheduler({
      clock,
      store: createMemoryStore({ clock }),
      logger: silentLogger,
      handlers: [failing().handler],
      config: { retry: { maxRetries: 0 }, deadLetters: { handler: 'bury' } },
    });
    await app.start();
    const { id } = await app.enqueue({ type: 'mail' });
    await clock.advance('20s');
    expect((await app.node.deadLetters.list()).total).toBe(1);
    app.register('bury', (job: { readonly payload: { readonly executionId: string } }) => {
      buried.push(job.payload.executionId);
    });
    await clock.advance('20s');
    expect([buried, (await app.node.deadLetters.list()).total]).toEqual([[id], 0]);
    await app.stop();
  });

  it('are handed over by a node with the handler, whichever node keeps house (F154)', async () => {
    const clock = new SettableClock(START);
    const store = createMemoryStore({ clock });
    const config = {
      retry: { maxRetries: 0 },
      deadLetters: { handler: 'bury' },
      leadership: { distributed: true },
      unknownTypes: 'accept',
    } as const;
    const undertaker = recorder('bury');
    const leader = scene({ clock, store, config, handlers: [failing().handler] }).node;
    await leader.start();
    await clock.advance('1m');
    const other = scene({ clock, store, config, handlers: [undertaker.handler] }).node;
    await other.start();
    await leader.scheduler.enqueue({ type: 'mail' });
    await clock.advance('1m');
    expect(undertaker.calls).toHaveLength(1);
    await Promise.all([leader.stop(), other.stop()]);
  });

  it('of that handler itself are left for a person', async () => {
    const undertaker = recorder('bury', () => {
      throw new Error('no shovel');
    });
    const { node, clock } = scene({
      handlers: [failing().handler, undertaker.handler],
      config: { retry: { maxRetries: 0 }, deadLetters: { handler: 'bury' }, queues: { default: 2, dead: 1 } },
    });
    await node.start();
    await node.scheduler.enqueue({ type: 'mail' });
    await clock.advance('60s');
    expect(undertaker.calls).toHaveLength(1);
    expect((await node.deadLetters.list()).items).toMatchObject([{ type: 'bury', queue: 'dead' }]);
    await node.stop();
  });
});
