import { type CallerTransaction, ShuttingDown } from '@scheduler/contracts';
import { settle } from '../test-support/manual-clock.js';
import { never, nodeOnFakes as setUp } from '../test-support/node-on-fakes.js';

describe('the life of a node', () => {
  it('opens its store by the first call, and refuses every call after its stop', async () => {
    const { lifecycle, node } = setUp();
    const list = () => node.scheduler.list();
    await Promise.all([list(), list(), node.queues.pause('default')]);
    expect(lifecycle).toEqual(['open']);
    await node.stop();
    for (const refused of [
      list(),
      node.scheduler.forTenant('a').list(),
      node.tick(),
      node.lifeline.checkNow(),
    ])
      await expect(refused).rejects.toThrow('the scheduler has stopped; start or open it again');
    expect(lifecycle).toEqual(['open', 'close']);
    await node.open();
    await list();
    await node.stop();
  });

  it('lets handlers use the scheduler while it stops', async () => {
    let answer: unknown = null;
    const { clock, node } = setUp({
      handle: async (_, { signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        answer = await node.scheduler.list();
      },
      config: { shutdownGrace: '10s' },
    });
    await node.start();
    await settle();
    const stopping = node.stop();
    await clock.advance(10_000);
    await stopping;
    expect(answer).toMatchObject({ items: [] });
  });

  it('does not open its store for a call inside a transaction', async () => {
    const { lifecycle, node } = setUp();
    const transaction = (() => undefined) as unknown as CallerTransaction;
    await expect(node.scheduler.enqueue({ type: 'export_report' }, { transaction })).rejects.toThrow(
      'enqueue is refused: the store is not open; open or start the scheduler before the transaction begins',
    );
    expect(lifecycle).toEqual([]);
  });

  it.each([{ queues: ['mails'] }, { queues: { mails: 0 } }, { queues: { 'a b': 1 } }, { que: {} }])(
    'refuses to start with %j',
    async (options) => {
      const { lifecycle, node } = setUp();
      await expect(node.start(options as never)).rejects.toMatchObject({ code: 'QUERY_INVALID' });
      expect([node.running, lifecycle]).toEqual([false, []]);
    },
  );

  it('is not running where its start failed, and can be started again', async () => {
    const { clock, node, schedules, noWork } = setUp();
    noWork();
    const { list } = schedules;
    Object.assign(schedules, { list: () => Promise.reject(new Error('too busy')) });
    await expect(node.start()).rejects.toThrow('too busy');
    expect([node.running, clock.waiting]).toEqual([false, []]);
    Object.assign(schedules, { list });
    await node.start();
    expect(node.running).toBe(true);
    await node.stop();
    expect(clock.waiting).toEqual([]);
  });

  it('ends a start that is under way before it stops', async () => {
    const { clock, lifecycle, node, noWork } = setUp();
    noWork();
    const starting = node.start();
    await node.stop();
    await starting;
    expect([node.running, clock.waiting, lifecycle]).toEqual([false, [], ['open', 'close']]);
  });

  it.each(['claim', 'settle', 'heartbeat'] as const)(
    'stops within its grace period and two seconds where %s gets no answer',
    async (silent) => {
      const { clock, executions, node } = setUp({ config: { shutdownGrace: '3s' }, handle: never });
      await node.start();
      await settle();
      Object.assign(executions, { [silent]: never });
      await clock.advance(1_000);
      const stopping = node.stop();
      await clock.advance(5_000);
      await stopping;
      await expect(node.scheduler.list()).rejects.toThrow(ShuttingDown);
    },
  );

  it('stops although its store cannot be closed, and waits for that close before it opens again', async () => {
    const { clock, lifecycle, node, noWork, store } = setUp({ config: { shutdownGrace: '3s' } });
    noWork();
    let closed: () => void = () => undefined;
    Object.assign(store, { close: () => new Promise<void>((resolve) => (closed = resolve)) });
    await node.start();
    const stopping = node.stop();
    await clock.advance(5_000);
    await stopping;
    const opening = node.open();
    await settle();
    expect(lifecycle).toEqual(['open']);
    closed();
    await opening;
    expect(lifecycle).toEqual(['open', 'open']);
  });

  it('stops although its leadership cannot be given up', async () => {
    const { lifecycle, node, noWork, store } = setUp({ config: { leadership: { distributed: true } } });
    noWork();
    const release = () => Promise.reject(new Error('away'));
    Object.assign(store.leadership, { acquire: async () => true, isLeader: () => true, release });
    await node.start();
    await node.stop();
    expect(lifecycle).toEqual(['open', 'close']);
  });
});
