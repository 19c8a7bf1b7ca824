import { trigger } from '@scheduler/contracts';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { recorder, scene, START } from './test-support/scene.js';

const HOUR_MS = 3_600_000;

describe('node.survey', () => {
  it('finds nothing wrong with an empty store', async () => {
    const { node, clock } = scene();
    expect(await node.survey()).toEqual({
      storeTime: clock.now(),
      storeAheadMs: 0,
      typesWithoutJob: [],
      lostLeases: [],
      dueSince: null,
      queues: [expect.objectContaining({ queue: 'default', available: 0, waitingSince: null })],
      deadLetters: 0,
    });
  });

  it('measures how far the clock of the store is away', async () => {
    const store = createMemoryStore({ clock: new SettableClock('2030-01-01T00:00:05Z') });
    const { node } = scene({ store });
    expect((await node.survey()).storeAheadMs).toBe(5_000);
  });

  it('names types of handlers that no job uses any more', async () => {
    const types = ['kept', 'ended', 'new'];
    const { node } = scene({ handlers: types.map((type) => recorder(type).handler) });
    await node.scheduler.schedule({ type: 'kept', trigger: trigger.every('1h') });
    const { id } = await node.scheduler.schedule({ type: 'ended', trigger: trigger.every('1h') });
    await node.scheduler.cancel(id);
    expect((await node.survey()).typesWithoutJob).toEqual(['ended', 'new']);
  });

  it('sees what is due, waits, or has lost its node', async () => {
    const { node, clock, store } = scene({ handlers: [recorder('work').handler] });
    await node.scheduler.schedule({ type: 'work', trigger: trigger.every('1h') });
    await node.scheduler.enqueue({ type: 'work', queue: 'reports' });
    const { id } = await node.scheduler.enqueue({ type: 'work' });
    const lanes = [{ queue: 'default', limit: 1 }];
    await store.executions.claim({ owner: 'gone', leaseMs: 1_000, lanes });
    await clock.advance(2 * HOUR_MS);
    expect(await node.survey()).toMatchObject({
      dueSince: new Date(Date.parse(START) + HOUR_MS),
      lostLeases: [{ id, owner: 'gone' }],
      queues: [
        { queue: 'default', waitingSince: null, running: 1 },
        { queue: 'reports', waitingSince: new Date(START), concurrency: null },
      ],
    });
  });

  it('counts dead letters', async () => {
    const failing = recorder('fail', () => {
      throw new Error('boom');
    });
    const { node } = scene({ handlers: [failing.handler] });
    await node.scheduler.enqueue({ type: 'fail', maxRetries: 0 });
    await node.drain();
    expect((await node.survey()).deadLetters).toBe(1);
  });
});
