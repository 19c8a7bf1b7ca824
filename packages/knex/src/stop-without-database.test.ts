import { defineHandler, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, SystemClock } from '@scheduler/core';
import { TcpProxy } from '@scheduler/test-support';
import { onEach, SERVERS } from './test-support/on-database.js';

/** A grace period of 1 s, two seconds more, and a reserve for slow machines. Statements without an answer take 12 s. */
const STOPPED_WITHIN_MS = 9_000;
/** A deadline of 1 s, and the same reserve. */
const CHECKED_WITHIN_MS = 7_000;

onEach(SERVERS, (database) => {
  const proxy = new TcpProxy(new URL(database.url));

  afterEach(() => proxy.stop());

  /** A node that runs a handler which does not end by itself. */
  async function busyNode() {
    const store = database.store({ connection: await proxy.start() });
    let started: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (started = resolve));
    const handler = defineHandler({
      type: 'endless',
      handle: (_, { signal }) => {
        started();
        return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    });
    const config = { shutdownGrace: '1s', pollInterval: '100ms' } as const;
    const node = createSchedulerNode({
      store,
      clock: new SystemClock(),
      handlers: [handler],
      config,
      logger: silentLogger,
    });
    await node.start();
    await node.scheduler.enqueue({ type: 'endless' });
    await running;
    return node;
  }

  const tookMs = async (work: Promise<unknown>) => {
    const began = performance.now();
    await work;
    return performance.now() - began;
  };

  it('is stopped in time where the database is silent, and says so before', async () => {
    const node = await busyNode();
    proxy.goSilent();
    const checking = node.health();
    expect(await tookMs(checking)).toBeLessThan(CHECKED_WITHIN_MS);
    expect((await checking).issues).toMatchObject([
      { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('did not answer within 1000 ms') },
    ]);
    expect(await tookMs(node.stop())).toBeLessThan(STOPPED_WITHIN_MS);
  });

  it('is stopped in time where the database has crashed, and runs again when it is back', async () => {
    const node = await busyNode();
    await proxy.stop();
    expect(await node.health()).toMatchObject({ status: 'unhealthy' });
    expect(await tookMs(node.stop())).toBeLessThan(STOPPED_WITHIN_MS);
    await proxy.start();
    await node.start();
    expect(await node.scheduler.list()).toMatchObject({ items: [] });
    await node.stop();
  });
});
