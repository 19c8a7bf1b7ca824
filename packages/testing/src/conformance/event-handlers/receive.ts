import assert from 'node:assert/strict';
import { assertIds } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';
import { addHandler, handlerOf } from './event-handler-verbs.js';

const ONCE = { succeeded: 1, failed: 0, error: null };

export const receiveEvents: ConformanceGroup<StoreScene> = {
  title: 'eventHandlers.listening and record',
  needs: 'eventHandlers',
  cases: {
    'find those of the event, most urgent first, then by name': async (scene) => {
      const last = await addHandler(scene, { name: 'a', priority: 9 });
      const second = await addHandler(scene, { name: 'b', priority: 0 });
      const first = await addHandler(scene, { name: 'a2', priority: 0 });
      await addHandler(scene, { eventName: 'ticket:resolved' });
      const eventName = 'ticket:created';
      assertIds(await scene.eventHandlers.listening({ eventName, tenant: null }), [first, second, last]);
    },
    'pass over those that are disabled': async (scene) => {
      const { eventName } = await addHandler(scene, { enabled: false });
      assertIds(await scene.eventHandlers.listening({ eventName, tenant: null }), []);
    },
    "find those of the event's tenant and those for all tenants, and never another tenant's": async (
      scene,
    ) => {
      const { eventHandlers } = scene;
      const mine = await addHandler(scene, { name: 'a', tenant: 'acme' });
      await addHandler(scene, { name: 'b', tenant: 'other' });
      const everybodys = await addHandler(scene, { name: 'c', allTenants: true });
      const nobodys = await addHandler(scene, { name: 'd' });
      const { eventName } = mine;
      assertIds(await eventHandlers.listening({ eventName, tenant: 'acme' }), [mine, everybodys]);
      assertIds(await eventHandlers.listening({ eventName, tenant: null }), [everybodys, nobodys]);
      await eventHandlers.save({ handler: { ...everybodys, allTenants: false } });
      assertIds(await eventHandlers.listening({ eventName, tenant: 'acme' }), [mine]);
    },
    'count successes and failures, and remember the latest of each': async (scene) => {
      const { eventHandlers } = scene;
      const [handler, other] = [await addHandler(scene), await addHandler(scene)];
      const [first, second] = [await scene.fromNow(-MINUTE), await scene.now()];
      const { id } = handler;
      await eventHandlers.record({
        results: [{ id, at: first, succeeded: 1, failed: 2, error: 'the payload is wrong' }],
      });
      await eventHandlers.record({
        results: [
          { id, at: second, ...ONCE },
          { id: other.id, at: second, ...ONCE },
          { id: 'gone', at: second, ...ONCE },
        ],
      });
      assert.deepEqual(await handlerOf(scene, handler), {
        ...handler,
        triggerCount: 4,
        successCount: 2,
        failureCount: 2,
        lastTriggeredAt: second,
        lastError: 'the payload is wrong',
      });
      assert.equal((await handlerOf(scene, other)).successCount, 1);
      await eventHandlers.record({ results: [] });
    },
    'lose nothing that is counted at the same time': async (scene) => {
      const { id } = await addHandler(scene);
      const at = await scene.now();
      const one = () => scene.eventHandlers.record({ results: [{ id, at, ...ONCE }] });
      await Promise.all(Array.from({ length: 20 }, one));
      assert.equal((await handlerOf(scene, { id })).triggerCount, 20);
    },
  },
};
