import { FeatureNotSupported, ShuttingDown } from '@scheduler/contracts';
import type { PruneReport } from '../maintain/prune.js';
import { settle } from '../test-support/manual-clock.js';
import { LEADER, never, nodeOnFakes as setUp } from '../test-support/node-on-fakes.js';
import { createSchedulerNode } from './create-scheduler-node.js';

describe('a node', () => {
  it('shows what it is made of', () => {
    const { clock, node } = setUp({ config: { workers: 3 } });
    expect(node).toMatchObject({
      id: 'id-1',
      store: { name: 'fake' },
      jobTypes: ['export_report'],
      running: false,
      config: { workers: 3 },
    });
    expect(node.clock).toBe(clock);
    expect(node.eventTriggers).toBe(node.scheduler);
    expect(node.recurrence.describe).toBeInstanceOf(Function);
    expect(node.scheduler.schedule).toBeInstanceOf(Function);
  });

  it('has a random part in its id besides its label', () => {
    expect(setUp({ config: { leadership: { instanceId: 'web' } } }).node.id).toBe('web:id-1');
  });

  it('has no workflows unless its program gave some, and none can be looked after on a store that keeps none', () => {
    const { workflows } = setUp().node;
    expect(workflows.engine).toBeNull();
    expect(() => workflows.services()).toThrow(FeatureNotSupported);
  });

  it('opens its store once, however often that is asked for', async () => {
    const { lifecycle, node } = setUp();
    await Promise.all([node.open(), node.open(), node.tick()]);
    expect(lifecycle).toEqual(['open']);
  });

  it('ticks and works from its start to its stop, then closes the store (F131)', async () => {
    const { clock, lifecycle, node, schedules, settled } = setUp();
    await node.start();
    await node.start();
    await clock.advance(2_000);
    expect(node.running).toBe(true);
    expect(settled).toEqual(['succeeded']);
    await node.stop();
    expect(node.running).toBe(false);
    expect(lifecycle).toEqual(['open', 'close']);
    const ticks = schedules.of('findDue').length;
    expect(ticks).toBeGreaterThanOrEqual(3);
    await clock.advance(60_000);
    expect(schedules.of('findDue')).toHaveLength(ticks);
    expect(clock.waiting).toEqual([]);
  });

  it('opens the store and does nothing else where it is not enabled (F238)', async () => {
    const { clock, lifecycle, node, schedules } = setUp({ config: { enabled: false } });
    await node.start();
    await clock.advance(10_000);
    expect(lifecycle).toEqual(['open']);
    expect(schedules.of('findDue')).toEqual([]);
    await node.stop();
  });

  it('can be started again', async () => {
    const { lifecycle, node } = setUp();
    for (let i = 0; i < 2; i++) {
      await node.start();
      await node.stop();
    }
    expect(lifecycle).toEqual(['open', 'close', 'open', 'close']);
  });

  it('runs by hand what is due and claimable (F96, F238)', async () => {
    const { clock, node } = setUp();
    expect(await node.tick()).toMatchObject({ due: 0, fired: [] });
    expect((await node.drain()).executions).toMatchObject([{ id: 'e1', status: 'success' }]);
    await clock.advance(0);
    expect(clock.waiting).toEqual([]);
  });

  it('removes by hand what is past its retention, and tells how far it is (F247)', async () => {
    const { executions, lifecycle, node } = setUp({ config: { deadLetters: { maxEntries: 5 } } });
    const progress: [number, PruneReport][] = [];
    const report = await node.prune({ onProgress: (removed, soFar) => progress.push([removed, soFar]) });
    const others = { workflows: 0, auditRecords: 0, idempotencyKeys: 0, events: 0, alerts: 0 };
    expect(report).toEqual({ ended: 1, failed: 1, deadLetters: 1, jobs: 1, ...others });
    expect(progress.map(([removed]) => removed)).toEqual([1, 2, 3, 4]);
    expect(progress[1]?.[1]).toEqual({ ended: 1, failed: 1, deadLetters: 0, jobs: 0, ...others });
    expect(executions.of('prune').at(-1)).toMatchObject({ deadLettered: true, keep: 5 });
    expect(lifecycle).toEqual(['open']);
  });

  it('refuses the upkeep of a database that a store does not have, before anything is deleted', async () => {
    const { executions, node } = setUp();
    await expect(node.prune({ upkeep: true })).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
    await expect(node.prune({ upkeep: 'yes' as never })).rejects.toMatchObject({ code: 'QUERY_INVALID' });
    expect(executions.of('prune')).toEqual([]);
  });

  it('names the leader where leadership is distributed, and nobody elsewhere', async () => {
    const { node } = setUp({ config: { leadership: { distributed: true } } });
    expect(await node.leadership.leader()).toEqual(LEADER);
    expect(await setUp().node.leadership.leader()).toBeNull();
  });

  it('gives the migrations of its store without opening it', () => {
    const { lifecycle, node } = setUp();
    expect(node.migrations).toBeNull();
    expect(lifecycle).toEqual([]);
  });

  it('lets running handlers finish within the grace period', async () => {
    let end: () => void = () => undefined;
    const { clock, node, settled } = setUp({ handle: () => new Promise<void>((resolve) => (end = resolve)) });
    await node.start();
    await settle();
    const stopping = node.stop();
    expect(node.stop()).toBe(stopping);
    await clock.advance(29_000);
    expect(settled).toEqual([]);
    end();
    await settle();
    await stopping;
    expect(settled).toEqual(['succeeded']);
  });

  it('aborts what is left after the grace period, and gives it back', async () => {
    const { clock, lifecycle, node, settled } = setUp({ handle: never, config: { shutdownGrace: '10s' } });
    await node.start();
    await settle();
    const stopping = node.stop();
    await clock.advance(10_000);
    await stopping;
    expect(settled).toEqual(['interrupted']);
    expect(lifecycle).toEqual(['open', 'close']);
  });

  it('refuses work while it stops (F132)', async () => {
    const { clock, node } = setUp({ handle: never });
    await node.start();
    await settle();
    const stopping = node.stop();
    await expect(node.tick()).rejects.toThrow(ShuttingDown);
    await expect(node.drain()).rejects.toThrow('drain is refused');
    await expect(node.start()).rejects.toThrow('start is refused');
    await clock.advance(60_000);
    await stopping;
  });

  it('hears what another node asks it to stop, while it is open (F137)', async () => {
    const { events, node, settled } = setUp({ handle: never });
    await node.start();
    await settle();
    const data = { executionId: 'e1', reason: 'solved' };
    const name = 'scheduler:execution.cancel_requested';
    await events.publish({ events: [{ name, at: new Date(0), tenant: null, data }] });
    await settle();
    expect(settled).toEqual(['cancelled']);
    await events.publish({ events: [{ name, at: new Date(0), tenant: null, data }] });
    expect(settled).toEqual(['cancelled']);
  });

  it('reads the settings of its queues when somebody has changed them', async () => {
    const { events, node, queues } = setUp();
    await node.start();
    await settle();
    const before = queues.of('settings').length;
    await node.queues.pause('default');
    await settle();
    expect(events.names).toContain('scheduler:queue.paused');
    expect(queues.of('settings').length).toBe(before + 1);
    await node.stop();
  });

  it('is healthy while it runs, and says since when (F226, F227)', async () => {
    const { clock, node, noWork, lifecycle } = setUp();
    noWork();
    expect(await node.health()).toMatchObject({ status: 'unhealthy', uptimeMs: 0 });
    expect(lifecycle).toEqual([]);
    await node.start();
    await clock.advance(1_500);
    expect(await node.health()).toMatchObject({ status: 'healthy', uptimeMs: 1_500 });
    expect(await node.scheduler.healthCheck()).toEqual(await node.health());
    await node.stop();
    expect((await node.health()).issues).toMatchObject([{ code: 'NODE_NOT_RUNNING' }]);
    expect(lifecycle).toEqual(['open', 'close']);
  });

  it('can be started once its store answers, where it did not at first', async () => {
    const { lifecycle, node, store } = setUp();
    const { open } = store;
    Object.assign(store, { open: async () => Promise.reject(new Error('not yet')) });
    await expect(node.start()).rejects.toThrow('not yet');
    expect(node.running).toBe(false);
    await expect(node.open()).rejects.toThrow('not yet');
    Object.assign(store, { open });
    await node.start();
    expect([node.running, lifecycle]).toEqual([true, ['open']]);
    await node.stop();
  });

  it('listens to nobody after its stop', async () => {
    const { events, node, noWork } = setUp();
    noWork();
    await node.start();
    expect(events.subscriptions.size).toBeGreaterThan(0);
    await node.stop();
    expect(events.subscriptions.size).toBe(0);
  });

  it('takes the clock, ids, randomness and logger of the machine where none are given', () => {
    const { store } = setUp();
    const plain = createSchedulerNode({ store, env: { SCHEDULER_WORKERS: '9' } });
    expect(plain.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(plain.config.workers).toBe(9);
    expect(Math.abs(plain.clock.now().getTime() - Date.now())).toBeLessThan(60_000);
  });
});
