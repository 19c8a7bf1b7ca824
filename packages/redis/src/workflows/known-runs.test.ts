import { outcomes, type StoreHarness } from '@scheduler/testing';
import { onRedis } from '../test-support/on-redis.js';
import { runOf, step, WorkflowScene } from '../test-support/workflow-runs.js';

const STEPS = [
  step('a'),
  step('b', { after: ['a'] }),
  step('c', { after: ['b'] }),
  step('d', { after: ['c'] }),
];

onRedis((redis) => {
  let harnesses: readonly StoreHarness[];
  let one: WorkflowScene;
  let two: WorkflowScene;
  let id: string;

  const next = async (scene: WorkflowScene) => scene.settle(await scene.claim(1), outcomes.succeeded());
  const known = async (scene: WorkflowScene) => (await scene.workflows.runs({ ids: [id] }))[0];

  /** Two stores, as two processes have. The first one knows the run. */
  beforeEach(async () => {
    const keyPrefix = redis.newPrefix();
    harnesses = [await redis.storeHarness(keyPrefix), await redis.storeHarness(keyPrefix)];
    for (const { store } of harnesses) await store.open();
    [one, two] = harnesses.map(({ store }) => new WorkflowScene(store)) as [WorkflowScene, WorkflowScene];
    id = (await one.workflows.start(runOf(STEPS, { input: { order: 7 } }))).run.id;
    await next(one);
  });
  afterEach(async () => {
    for (const { store } of harnesses) await store.close();
    await harnesses[0]?.close?.();
  });

  it('are read again when another process has advanced them', async () => {
    await next(two);
    await next(one);
    await next(two);
    expect((await two.run(id)).status).toBe('completed');
    expect((await known(one))?.status).toBe('completed');
  });

  it('are read again when another process has changed them', async () => {
    await two.workflows.change({ id, tenant: null, command: { kind: 'pause' } });
    const command = { kind: 'resume', context: { more: true } } as const;
    await two.workflows.change({ id, tenant: null, command });
    expect((await known(one))?.input).toEqual({ order: 7, more: true });
    await next(one);
    expect((await known(two))?.input).toEqual({ order: 7, more: true });
  });

  it('are as one process has left them after many steps', async () => {
    await next(one);
    await next(one);
    expect(await known(one)).toEqual(await two.run(id));
    await next(one);
    expect((await two.run(id)).status).toBe('completed');
  });
});
