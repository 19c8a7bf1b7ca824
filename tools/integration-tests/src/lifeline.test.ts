import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { gate, recorder, scene, START } from './test-support/scene.js';

/** A store on which another node has died while it ran one execution. */
async function withDeadNode() {
  const clock = new SettableClock(START);
  const store = createMemoryStore({ clock });
  const work = recorder('work');
  const { node } = scene({ clock, store, handlers: [work.handler] });
  await node.open();
  const { id } = await node.scheduler.enqueue({ type: 'work' });
  await store.executions.claim({ owner: 'dead', leaseMs: 30_000, lanes: [{ queue: 'default', limit: 1 }] });
  return { clock, node, id };
}

describe('the lifeline (F215, F216)', () => {
  it('rescues the executions of a dead node at once, when called', async () => {
    const { clock, node, id } = await withDeadNode();
    expect(await node.lifeline.checkNow()).toBe(0);
    await clock.advance('31s');
    expect(await node.lifeline.checkNow()).toBe(1);
    expect((await node.scheduler.getExecution(id)).reason?.code).toBe('lease_expired');
    expect((await node.drain()).executions).toMatchObject([{ id, status: 'success', attemptsUsed: 1 }]);
  });

  it('renews leases when called', async () => {
    const slow = gate('slow');
    const { node, clock } = scene({ handlers: [slow.handler] });
    await node.start();
    const { id } = await node.scheduler.enqueue({ type: 'slow' });
    await clock.advance('5s');
    const before = await node.scheduler.getExecution(id);
    await node.lifeline.heartbeat();
    const after = await node.scheduler.getExecution(id);
    expect(Number(after.leaseUntil) - Number(before.leaseUntil)).toBeGreaterThanOrEqual(4_000);
    slow.waiting[0]?.end();
    await node.stop();
  });
});

describe('leadership (F212, F213)', () => {
  const pair = () => {
    const clock = new SettableClock(START);
    const store = createMemoryStore({ clock });
    const config = { leadership: { distributed: true } };
    return { clock, one: scene({ clock, store, config }).node, other: scene({ clock, store, config }).node };
  };

  it('is held by one node, and goes to another when that one stops; listeners of both are called', async () => {
    const { clock, one, other } = pair();
    const seen: (string | null)[] = [];
    const leave = other.leadership.onChange((leader) => seen.push(leader?.node ?? null));
    await one.start();
    await other.start();
    await clock.advance('1s');
    expect([one.leadership.isLeader(), other.leadership.isLeader()]).toEqual([true, false]);
    expect((await other.leadership.leader())?.node).toBe(one.id);
    await one.stop();
    await clock.advance('15s');
    expect(other.leadership.isLeader()).toBe(true);
    expect(seen).toEqual([one.id, null, other.id]);
    leave();
    await other.stop();
    expect(seen).toHaveLength(3);
  });

  it('belongs to every node if it is not distributed', async () => {
    const { node } = scene();
    expect(node.leadership.isLeader()).toBe(true);
    expect(await node.leadership.leader()).toBeNull();
    node.leadership.onChange(() => undefined)();
  });
});
