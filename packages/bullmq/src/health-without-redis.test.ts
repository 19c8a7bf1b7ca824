import { defineHandler, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode } from '@scheduler/core';
import { eventually, TcpProxy } from '@scheduler/test-support';
import { besideDatabase } from './test-support/beside-database.js';

besideDatabase('sqlite', (both) => {
  const proxy = new TcpProxy(new URL(both.redis.url));
  let node: SchedulerNode | null = null;

  beforeEach(() => both.empty());
  afterEach(async () => {
    await node?.stop();
    await proxy.stop();
  });

  async function startNode(handled: (payload: unknown) => void = () => undefined): Promise<SchedulerNode> {
    const store = both.store({ url: await proxy.start() });
    const handler = defineHandler({ type: 'mail', handle: ({ payload }) => handled(payload) });
    const config = { pollInterval: '100ms' } as const;
    node = createSchedulerNode({ store, handlers: [handler], config, logger: silentLogger });
    await node.start();
    return node;
  }

  it('reports that Redis is away, since when, and that it is back (F226)', async () => {
    const { health } = await startNode().then((started) => ({ health: () => started.health() }));
    expect(await health()).toMatchObject({ status: 'healthy', components: { workers: { activeCount: 1 } } });
    await proxy.stop();
    await eventually('the issue', async () => (await health()).status === 'degraded');
    const report = await health();
    expect(report.components).toMatchObject({
      database: { status: 'healthy' },
      queue: { status: 'degraded' },
    });
    expect(report.issues).toMatchObject([{ component: 'queue', code: 'QUEUE_UNAVAILABLE' }]);
    expect(report.issues[0]?.message).toContain('Redis');
    expect((await health()).issues[0]?.since).toEqual(report.issues[0]?.since);
    await proxy.start();
    await eventually('its end', async () => (await health()).status === 'healthy');
  });

  it('can be stopped without Redis, started again, and survives the next loss', async () => {
    const handled: unknown[] = [];
    const started = await startNode((payload) => handled.push(payload));
    await proxy.stop();
    await eventually('the issue', async () => (await started.health()).status === 'degraded');
    await started.stop();
    await proxy.start();
    await started.start();
    proxy.cutAll();
    await eventually('another connection', async () => (await started.health()).status === 'healthy');
    await started.scheduler.enqueue({ type: 'mail', payload: 'again' });
    await eventually('the run', async () => handled.length > 0);
  });
});
