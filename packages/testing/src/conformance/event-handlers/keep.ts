import assert from 'node:assert/strict';
import type { EventAction } from '@scheduler/contracts';
import { assertIds, assertRejectsWith } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';
import { addHandler, buildEventHandler, handlerOf } from './event-handler-verbs.js';

const ONCE = { succeeded: 1, failed: 0, error: null };
const page = { limit: 10, offset: 0 };

export const keepEventHandlers: ConformanceGroup<StoreScene> = {
  title: 'eventHandlers.add, save, remove, get and list',
  needs: 'eventHandlers',
  cases: {
    'keep a handler as it is given, whatever its action': async (scene) => {
      const actions: readonly (EventAction | null)[] = [
        { kind: 'enqueue', request: { type: 'mail', payload: 'event', delay: '5m' } },
        { kind: 'dispatch_agent', agent: 'triage', input: { deep: { list: [1, null, 'x'] } } },
        { kind: 'trigger_workflow', workflow: 'onboarding', priority: 'high' },
        null,
      ];
      for (const action of actions) {
        const handlerType = action === null ? 'function' : 'job_creator';
        const handler = await addHandler(scene, { action, handlerType, priority: 2, enabled: false });
        assert.deepEqual(await handlerOf(scene, handler), handler);
      }
    },
    'refuse an id that is taken': async (scene) => {
      const { id } = await addHandler(scene);
      await assertRejectsWith(addHandler(scene, { id, name: 'other' }), 'EVENT_HANDLER_ALREADY_EXISTS', {
        field: 'id',
        value: id,
      });
    },
    'refuse a name that the event and the tenant have already, and no other': async (scene) => {
      await addHandler(scene, { name: 'welcome', tenant: 'acme' });
      await assertRejectsWith(
        addHandler(scene, { name: 'welcome', tenant: 'acme' }),
        'EVENT_HANDLER_ALREADY_EXISTS',
        { field: 'name', value: 'welcome' },
      );
      await addHandler(scene, { name: 'welcome', tenant: 'other' });
      await addHandler(scene, { name: 'welcome' });
      await addHandler(scene, { name: 'welcome', tenant: 'acme', eventName: 'user:signup' });
    },
    'take the longest names': async (scene) => {
      const [eventName, name, tenant] = ['e', 'n', 't'].map((letter) => letter.repeat(255)) as [
        string,
        string,
        string,
      ];
      const handler = await addHandler(scene, { eventName, name, tenant });
      const found = await scene.eventHandlers.findByName({ eventName, name, tenant });
      assert.deepEqual(found, handler);
    },
    'find by event, name and owner alone': async (scene) => {
      const { eventHandlers } = scene;
      const handler = await addHandler(scene, { name: 'welcome' });
      const { eventName } = handler;
      assert.deepEqual(await eventHandlers.findByName({ eventName, name: 'welcome', tenant: null }), handler);
      assert.equal(await eventHandlers.findByName({ eventName, name: 'welcome', tenant: 'acme' }), null);
      assert.equal(await eventHandlers.findByName({ eventName: 'x', name: 'welcome', tenant: null }), null);
    },
    'save what can be changed, and keep what was counted': async (scene) => {
      const { eventHandlers } = scene;
      const handler = await addHandler(scene);
      const at = await scene.fromNow(-MINUTE);
      await eventHandlers.record({ results: [{ id: handler.id, at, ...ONCE }] });
      const updatedAt = await scene.fromNow(MINUTE);
      const action: EventAction = { kind: 'dispatch_agent', agent: 'triage' };
      const saved = await eventHandlers.save({
        handler: { ...handler, action, priority: 0, enabled: false, updatedAt },
      });
      const expected = {
        ...handler,
        action,
        priority: 0,
        enabled: false,
        updatedAt,
        triggerCount: 1,
        successCount: 1,
        lastTriggeredAt: at,
      };
      assert.deepEqual(saved, expected);
      assert.deepEqual(await handlerOf(scene, handler), expected);
      const gone = buildEventHandler(updatedAt);
      assert.equal(await eventHandlers.save({ handler: gone }), null);
    },
    'show and remove only what belongs to the tenant': async (scene) => {
      const { eventHandlers } = scene;
      const { id } = await addHandler(scene, { tenant: 'acme' });
      assert.equal(await eventHandlers.get({ id, tenant: 'other' }), null);
      assert.equal(await eventHandlers.delete({ id, tenant: 'other' }), false);
      assert.equal((await eventHandlers.get({ id, tenant: 'acme' }))?.id, id);
      assert.equal(await eventHandlers.delete({ id, tenant: 'acme' }), true);
      assert.equal(await eventHandlers.delete({ id, tenant: null }), false);
      assert.equal(await eventHandlers.get({ id, tenant: null }), null);
    },
    'list by event, priority and name, in pages, for one tenant or for all': async (scene) => {
      const { eventHandlers } = scene;
      const late = await addHandler(scene, { eventName: 'b', name: 'x' });
      const second = await addHandler(scene, { eventName: 'a', name: 'z', tenant: 'acme' });
      const third = await addHandler(scene, { eventName: 'a', name: 'a', priority: 9 });
      const first = await addHandler(scene, { eventName: 'a', name: 'b', tenant: 'acme' });
      const all = await eventHandlers.list({ tenant: null, ...page });
      assertIds(all.items, [first, second, third, late]);
      assert.equal(all.total, 4);
      assertIds((await eventHandlers.list({ tenant: null, limit: 2, offset: 1 })).items, [second, third]);
      assertIds((await eventHandlers.list({ tenant: 'acme', ...page })).items, [first, second]);
      assertIds((await eventHandlers.list({ tenant: null, eventName: 'b', ...page })).items, [late]);
    },
  },
};
