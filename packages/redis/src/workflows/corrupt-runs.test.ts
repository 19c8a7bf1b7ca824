import { outcomes, type StoreHarness } from '@scheduler/testing';
import { connectForCommands } from '../connection/connect.js';
import { baseOf } from '../database/redis-database.js';
import { onRedis } from '../test-support/on-redis.js';
import { runOf, step, WorkflowScene } from '../test-support/workflow-runs.js';

const CHAIN = [step('a'), step('b', { after: ['a'] })];
const RESCUE = { graceMs: 0, limit: 10, deadLetterQueue: 'dead' };
const LIST = { tenant: null, sortOrder: 'asc', limit: 10, offset: 0 } as const;

onRedis((redis) => {
  let harness: StoreHarness;
  let scene: WorkflowScene;
  let base: string;
  let runId: string;

  const hand = connectForCommands({ url: redis.url });
  beforeAll(() => hand.connect());
  afterAll(() => hand.disconnect());
  beforeEach(async () => {
    const keyPrefix = redis.newPrefix();
    base = baseOf(keyPrefix);
    harness = await redis.storeHarness(keyPrefix);
    await harness.store.open();
    scene = new WorkflowScene(harness.store);
    ({ id: runId } = (await scene.workflows.start(runOf(CHAIN))).run);
  });
  afterEach(async () => {
    await harness.store.close();
    await harness.close?.();
  });

  const damage = async (field: string, value: string) => {
    const { a } = await scene.executionsOf(runId);
    await hand.hset(`${base}x:${a?.id ?? ''}`, field, value);
  };
  const folded = () => scene.workflows.foldArrivals({ limit: 10 });

  it.each([
    ['d', 'canary'],
    ['payload', '{"canary'],
    ['status', 'canary'],
  ])('a run learns of a step whose %s is corrupt when it is claimed', async (field, value) => {
    await damage(field, value);
    expect(await scene.claim()).toEqual([]);
    expect((await scene.run(runId)).status).toBe('running');
    expect([await folded(), await folded()]).toEqual([1, 0]);
    const run = await scene.run(runId);
    expect([run.status, run.steps['a']?.status]).toEqual(['failed', 'failed']);
    expect(run.steps['a']?.error).toContain('its hash cannot be read');
  });

  it('a run learns of a step that became corrupt while it ran', async () => {
    expect(await scene.claim()).toHaveLength(1);
    await damage('d', 'canary');
    await harness.clock.advance('2m');
    expect(await scene.store.executions.rescue(RESCUE)).toEqual([]);
    expect(await folded()).toBe(1);
    expect((await scene.run(runId)).status).toBe('failed');
  });

  it('tells a run once of an arrival that two callers fold at once', async () => {
    const names = ['a', 'b', 'c'];
    const { run } = await scene.workflows.start(
      runOf(names.map((name) => step(name, { onError: 'continue' }))),
    );
    for (const { id } of Object.values(await scene.executionsOf(run.id)))
      await hand.hset(`${base}x:${id}`, 'd', 'canary');
    await scene.claim();
    const counts = await Promise.all([folded(), folded(), folded()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect((await scene.run(run.id)).status).toBe('completed_with_errors');
  });

  it.each([
    ['d', 'canary'],
    ['d', 'null'],
    ['in', '{"canary'],
    ['status', 'canary'],
  ])('a run whose %s is corrupt is listed, and its executions are settled', async (field, value) => {
    const { run: sound } = await scene.workflows.start(runOf(CHAIN));
    await hand.hset(`${base}r:${runId}`, field, value);
    const settled = await scene.settle(await scene.claim(), outcomes.succeeded());
    expect(settled.map((one) => one?.status)).toEqual(['success', 'success']);
    const { items } = await scene.workflows.list(LIST);
    expect(items.map(({ id, stop }) => [id, stop?.reason.includes('corrupt') ?? false])).toEqual([
      [runId, true],
      [sound.id, false],
    ]);
    expect(JSON.stringify(items)).not.toContain('canary');
    expect((await scene.run(sound.id)).steps['b']?.status).toBe('active');
  });

  it('settles the step of a run that was deleted', async () => {
    const [claimed] = await scene.claim();
    await hand.del(`${base}r:${runId}`);
    const [settled] = await scene.settle(claimed === undefined ? [] : [claimed], outcomes.succeeded());
    expect(settled?.status).toBe('success');
    expect(await scene.claim()).toEqual([]);
  });
});
