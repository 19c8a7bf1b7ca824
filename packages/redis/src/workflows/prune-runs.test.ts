import type { WorkflowStatus } from '@scheduler/contracts';
import { ENDED_WORKFLOWS } from '@scheduler/contracts';
import { outcomes, type StoreHarness } from '@scheduler/testing';
import { connectForCommands } from '../connection/connect.js';
import { baseOf } from '../database/redis-database.js';
import { onRedis } from '../test-support/on-redis.js';
import { runOf, step, WorkflowScene } from '../test-support/workflow-runs.js';

const PRUNE_EXECUTIONS = {
  statuses: ['success', 'failed'],
  deadLettered: false,
  keep: 0,
  limit: 1_000,
} as const;

onRedis((redis) => {
  let harness: StoreHarness;
  let scene: WorkflowScene;
  let base: string;

  const hand = connectForCommands({ url: redis.url });
  beforeAll(() => hand.connect());
  afterAll(() => hand.disconnect());
  beforeEach(async () => {
    const keyPrefix = redis.newPrefix();
    base = baseOf(keyPrefix);
    harness = await redis.storeHarness(keyPrefix);
    await harness.store.open();
    scene = new WorkflowScene(harness.store);
  });
  afterEach(async () => {
    await harness.store.close();
    await harness.close?.();
  });

  const keys = async () => (await hand.keys(`${base}*`)).map((key) => key.slice(base.length)).sort();
  const prune = async (statuses: readonly WorkflowStatus[] = ENDED_WORKFLOWS, limit = 1_000) => {
    await harness.clock.advance('1m');
    return scene.workflows.prune({ endedBefore: await scene.store.schedules.now(), statuses, limit });
  };
  const drain = async () => {
    for (let claimed = await scene.claim(); claimed.length > 0; claimed = await scene.claim())
      await scene.settle(claimed, outcomes.succeeded());
  };

  it('deletes everything of a run, those of earlier rounds and of maps included, and leaves no key behind', async () => {
    const steps = [step('many', { kind: 'map' }), step('last', { after: ['many'] })];
    const { run } = await scene.workflows.start(runOf(steps, { tenant: 'a', attributes: { customer: '7' } }));
    const [map] = await scene.claim();
    if (map === undefined) throw new Error('the map does not wait');
    const payloads = Array.from({ length: 700 }, (_, index) => index);
    expect(await scene.workflows.addChildren({ execution: map, from: 0, payloads })).toBe(true);
    await scene.settle([map], outcomes.succeeded({ total: 700 }));
    await drain();
    const again = { kind: 'retry', steps: ['last'] } as const;
    await scene.workflows.change({ id: run.id, tenant: null, command: again });
    await drain();
    expect((await scene.run(run.id)).status).toBe('completed');
    const finishedBefore = new Date((await scene.store.schedules.now()).getTime() + 60_000);
    expect(await scene.store.executions.prune({ ...PRUNE_EXECUTIONS, finishedBefore })).toBe(0);
    expect((await keys()).filter((key) => key.startsWith('x:'))).toHaveLength(703);
    expect(await prune(['failed'])).toBe(0);
    expect(await prune()).toBe(1);
    expect(await keys()).toEqual([]);
  }, 30_000);

  it('goes on with executions of deleted runs that an earlier call has left', async () => {
    const { run } = await scene.workflows.start(runOf([step('a')]));
    await drain();
    await hand.sadd(`${base}runs:deleted`, run.id);
    await hand.del(`${base}r:${run.id}`);
    await prune([]);
    expect((await keys()).filter((key) => /^(?:x:|rx:|runs:deleted)/.test(key))).toEqual([]);
  });

  it('does not delete a run that goes on after its end', async () => {
    const { run } = await scene.workflows.start(runOf([step('a'), step('b', { after: ['a'] })]));
    await drain();
    await scene.workflows.change({ id: run.id, tenant: null, command: { kind: 'retry', steps: ['b'] } });
    expect(await prune()).toBe(0);
    expect((await scene.run(run.id)).status).toBe('running');
  });

  it('keeps a graph as long as a run is pinned to it', async () => {
    const request = runOf([step('a')]);
    await scene.workflows.start(request);
    await drain();
    const { run } = await scene.workflows.start(runOf([step('a')]));
    expect(await prune()).toBe(1);
    expect(await scene.workflows.graph(request.graphHash)).toEqual(request.graph);
    await drain();
    expect(await prune()).toBe(1);
    expect(await scene.workflows.graph(request.graphHash)).toBeNull();
    expect(await scene.workflows.get({ id: run.id, tenant: null })).toBeNull();
  });

  it('stops at its limit, and deletes the oldest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push((await scene.workflows.start(runOf([step('a')]))).run.id);
      await drain();
      await harness.clock.advance('1s');
    }
    expect(await prune(ENDED_WORKFLOWS, 2)).toBe(2);
    const page = { tenant: null, sortOrder: 'asc', limit: 10, offset: 0 } as const;
    expect((await scene.workflows.list(page)).items.map(({ id }) => id)).toEqual(ids.slice(2));
  });

  it('deletes the runs of a tenant, and their executions with all others of the tenant', async () => {
    for (const tenant of ['a', 'a', 'b']) await scene.workflows.start(runOf([step('x')], { tenant }));
    const remove = (limit: number) => scene.workflows.deleteOfTenant({ tenant: 'a', limit });
    expect([await remove(1), await remove(10), await remove(10)]).toEqual([1, 1, 0]);
    await scene.store.executions.deleteOfTenant({ tenant: 'a', after: null, limit: 10 });
    expect(await scene.workflows.count({ tenant: null })).toEqual([
      { name: 'orders', status: 'running', count: 1 },
    ]);
    expect((await keys()).filter((key) => key.startsWith('rx:'))).toHaveLength(1);
  });
});
