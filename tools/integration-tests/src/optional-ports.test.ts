import {
  defineHandler,
  JobResult,
  type OptionalPorts,
  type SchedulerStore,
  trigger,
} from '@scheduler/contracts';
import type { OptionalPort } from '@scheduler/contracts/adapter';
import type { SchedulerConfigInput } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { scene, START } from './test-support/scene.js';

const mail = defineHandler({ type: 'mail', handle: () => JobResult.success() });

/** A node on a store with the required ports alone, or with some of the others too. */
function bareScene(config: SchedulerConfigInput = {}, kept: readonly OptionalPort[] = []) {
  const clock = new SettableClock(START);
  const { statistics, circuits, rateLimits, eventHandlers, workflows, access, tenantUsage, ...required } =
    createMemoryStore({
      clock,
    });
  const optional: OptionalPorts = {
    statistics,
    circuits,
    rateLimits,
    eventHandlers,
    workflows,
    access,
    tenantUsage,
  };
  const store: SchedulerStore = Object.assign(
    { ...required, circuits: null },
    ...kept.map((port) => ({ [port]: optional[port] })),
  );
  return scene({ store, clock, config, handlers: [mail] });
}

const refusal = (feature: string) =>
  expect.objectContaining({ code: 'FEATURE_NOT_SUPPORTED', feature, by: 'the store memory' });

describe('a store without optional ports', () => {
  it('runs jobs and explains them', async () => {
    const { node, clock } = bareScene();
    await node.start();
    const job = await node.scheduler.schedule({ type: 'mail', name: 'm', trigger: trigger.every('1m') });
    await clock.advance('1m');
    await node.tick();
    await node.drain();
    expect((await node.scheduler.history(job.id)).items).toMatchObject([{ status: 'success' }]);
    expect((await node.explain('m')).job.name).toBe('m');
    await node.events.publish({ events: [{ name: 'order.paid', at: clock.now(), tenant: null, data: {} }] });
    await node.stop();
  });

  it('says what it can about its health', async () => {
    const { node } = bareScene();
    await node.start();
    await node.queues.pause('default');
    await node.scheduler.enqueue({ type: 'mail' });
    const { status, components } = await node.health();
    expect(status).toBe('healthy');
    expect(components.queue).toMatchObject({ status: 'unknown', waiting: 1, running: 0, deadLetters: null });
    expect(components.workers).toMatchObject({ status: 'unknown', activeCount: null, abandoned: null });
    const ofTenant = await node.scheduler.forTenant('a').healthCheck();
    expect(ofTenant.components.queue.waiting).toBeNull();
    await node.stop();
  });

  it.each<[string, SchedulerConfigInput]>([
    ['a rate limit', { rateLimits: { global: '10/s' } }],
    ['a rate limit', { rateLimits: { custom: { partner: '10/s' } } }],
    ['a circuit', { circuits: { smtp: {} } }],
  ])('refuses the configuration of %s when a node is created', (feature, config) => {
    expect(() => bareScene(config)).toThrow(refusal(feature));
    expect(() => bareScene(config, ['rateLimits', 'circuits'])).not.toThrow();
  });

  it('refuses what is called, naming the feature, the store and the way out', async () => {
    const { node } = bareScene();
    const { scheduler } = node;
    const message =
      'reading statistics and metrics is not supported by the store memory; count the history instead, or use a store with the port statistics';
    await expect(scheduler.getMetrics()).rejects.toThrow(message);
    await expect(node.rateLimits.acquire('queue', 'default')).rejects.toEqual(refusal('a rate limit'));
    await expect(node.circuits.reset('smtp')).rejects.toEqual(refusal('a circuit'));
    expect(() => node.circuits.register('smtp')).toThrow(refusal('a circuit'));
    await expect(scheduler.triggerEvent('order.paid')).rejects.toEqual(
      refusal('an event of the application'),
    );
  });

  it('refuses jobs that it could never serve, and stores nothing', async () => {
    const { scheduler } = bareScene().node;
    const every = trigger.every('1m');
    const byCircuit = scheduler.schedule({ type: 'mail', trigger: every, circuit: 'smtp' });
    await expect(byCircuit).rejects.toEqual(refusal('a circuit'));
    await expect(scheduler.enqueue({ type: 'mail', circuit: 'smtp' })).rejects.toEqual(refusal('a circuit'));
    const byEvent = scheduler.schedule({ type: 'mail', trigger: trigger.event('order.paid') });
    await expect(byEvent).rejects.toEqual(refusal('an event of the application'));
    expect((await scheduler.list()).total).toBe(0);
    const { id } = await scheduler.schedule({ type: 'mail', trigger: every });
    await expect(scheduler.update(id, { circuit: 'smtp' })).rejects.toEqual(refusal('a circuit'));
  });
});
