import { FeatureNotSupported, type RebootScope, type SchedulerStore, trigger } from '@scheduler/contracts';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { executionsOf, gate, recorder, scene, START, statuses } from './test-support/scene.js';

describe('jobs that run at a start (F26, F285)', () => {
  async function setUp(scope: RebootScope) {
    const clock = new SettableClock(START);
    const store = createMemoryStore({ clock });
    const work = recorder('work');
    const newNode = () => scene({ clock, store, handlers: [work.handler] }).node;
    await newNode().scheduler.schedule({
      type: 'work',
      name: 'at-start',
      trigger: trigger.reboot({ scope }),
    });
    const start = async (count: number) => {
      const nodes = Array.from({ length: count }, newNode);
      await Promise.all(nodes.map((node) => node.start()));
      await clock.advance('1s');
      return nodes;
    };
    return { clock, store, start, runs: () => work.calls.length };
  }

  it('node: once for each of three nodes that start at the same time', async () => {
    const { start, runs } = await setUp('node');
    const nodes = await start(3);
    expect(statuses(await executionsOf(nodes[0]!, 'at-start'))).toEqual(Array(3).fill('success'));
    await start(1);
    expect(runs()).toBe(4);
  });

  it('cluster: once for three nodes that start at the same time, and not for those that come later', async () => {
    const { start, runs } = await setUp('cluster');
    await start(3);
    await start(2);
    expect(runs()).toBe(1);
  });

  it('says nothing of a node that stops without a start, as that of a command does', async () => {
    const store = createMemoryStore({ clock: new SettableClock(START) });
    const leave = jest.fn();
    const { node } = scene({ store: { ...store, leadership: Object.assign(store.leadership, { leave }) } });
    await node.scheduler.list();
    await node.stop();
    expect(leave).not.toHaveBeenCalled();
    await node.start();
    await node.stop();
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('cluster: not in a rolling restart, and again when all nodes had stopped', async () => {
    const { clock, start, runs } = await setUp('cluster');
    let nodes = await start(2);
    for (let round = 0; round < 2; round += 1) {
      const [next] = await start(1);
      await nodes[0]?.stop();
      nodes = [...nodes.slice(1), next!];
      await clock.advance('2m');
    }
    expect(runs()).toBe(1);
    await Promise.all(nodes.map((node) => node.stop()));
    await start(2);
    expect(runs()).toBe(2);
  });

  it('cluster: after a crash of all nodes as soon as they count as dead', async () => {
    const { clock, store, start, runs } = await setUp('cluster');
    const died = { node: 'died', ttlMs: 30_000, isMember: false };
    expect(await store.leadership.beat?.(died)).toMatchObject({ founded: true });
    await start(2);
    await clock.advance('20s');
    expect(runs()).toBe(0);
    await clock.advance('25s');
    expect(runs()).toBe(1);
    await clock.advance('5m');
    expect(runs()).toBe(1);
  });

  it('a start that comes while the job runs waits for it', async () => {
    const clock = new SettableClock(START);
    const store = createMemoryStore({ clock });
    const slow = gate('slow');
    const newNode = () => scene({ clock, store, handlers: [slow.handler] }).node;
    await newNode().scheduler.schedule({ type: 'slow', name: 'slow', trigger: trigger.cron('@reboot') });
    const [one, two] = [newNode(), newNode()];
    await one.start();
    await clock.advance('1s');
    await two.start();
    await clock.advance('1s');
    expect(statuses(await executionsOf(one, 'slow'))).toEqual(['running', 'pending']);
    slow.waiting[0]?.end();
    await clock.advance('1s');
    slow.waiting[1]?.end();
    await clock.advance('1s');
    expect(statuses(await executionsOf(one, 'slow'))).toEqual(['success', 'success']);
  });

  it('cluster: is refused by a store that cannot tell it', async () => {
    const clock = new SettableClock(START);
    const { leadership, ...others } = createMemoryStore({ clock });
    const older = Object.assign(Object.create(leadership) as typeof leadership, { beat: undefined });
    const store: SchedulerStore = { ...others, leadership: older };
    const { node } = scene({ clock, store, handlers: [recorder('work').handler] });
    const cluster = { type: 'work', trigger: trigger.reboot({ scope: 'cluster' }) };
    await expect(node.scheduler.schedule(cluster)).rejects.toThrow(FeatureNotSupported);
    await node.scheduler.schedule({ type: 'work', trigger: trigger.reboot() });
    await node.start();
    await node.stop();
  });
});
