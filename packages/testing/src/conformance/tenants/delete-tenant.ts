import assert from 'node:assert/strict';
import { DEFAULT_CIRCUIT, defineHandler, silentLogger, trigger } from '@scheduler/contracts';
import { ownedName } from '@scheduler/contracts/adapter';
import { createSchedulerNode, type SchedulerNode } from '@scheduler/core';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

function nodeOn({ store }: StoreScene): SchedulerNode {
  const work = defineHandler({ type: 'work', handle: () => undefined });
  return createSchedulerNode({ store, handlers: [work], logger: silentLogger });
}

/** Jobs and enqueued work of a tenant, as a program makes them. */
async function populate({ scheduler }: SchedulerNode, tenant: string): Promise<void> {
  const own = scheduler.forTenant(tenant);
  await own.schedule({ type: 'work', name: 'daily', trigger: trigger.daily({ at: '09:00' }) });
  await own.runNow('daily');
  const ended = await own.schedule({ type: 'work', name: 'ended', trigger: trigger.daily({ at: '09:00' }) });
  await own.cancel(ended.id);
  await own.enqueueMany([
    { type: 'work', uniqueKey: 'one' },
    { type: 'work', queue: 'mails' },
  ]);
}

async function whatIsThere({ scheduler }: SchedulerNode, tenant: string) {
  const own = scheduler.forTenant(tenant);
  const [jobs, executions] = [await own.list(), await own.listExecutions()];
  return [jobs.total, executions.total];
}

export const tenants: ConformanceGroup<StoreScene> = {
  title: 'a tenant and its data (F252)',
  cases: {
    'is deleted with everything that belongs to it, and nothing of others': async (scene) => {
      const node = nodeOn(scene);
      for (const tenant of ['acme', 'other']) await populate(node, tenant);
      const own = await node.scheduler.enqueue({ type: 'work' });
      const { executions, jobs } = await node.scheduler.deleteTenant('acme');
      assert.deepEqual([executions, jobs], [3, 2]);
      assert.deepEqual(await whatIsThere(node, 'acme'), [0, 0]);
      assert.deepEqual(await whatIsThere(node, 'other'), [2, 3]);
      assert.equal((await node.scheduler.getExecution(own.id)).id, own.id);
      await populate(node, 'acme');
      assert.deepEqual(await whatIsThere(node, 'acme'), [2, 3]);
    },
  },
};

const OPTIONS = { ...DEFAULT_CIRCUIT, failureThreshold: 1 };

export const circuitsOfTenants: ConformanceGroup<StoreScene> = {
  title: 'circuits.deleteOfTenant (F252)',
  needs: 'circuits',
  cases: {
    'deletes the circuits of the tenant alone': async ({ circuits }) => {
      const names = [
        'smtp',
        ownedName('acme', 'smtp'),
        ownedName('acme_2', 'smtp'),
        ownedName('acmeX2', 'smtp'),
      ];
      for (const name of names)
        await circuits.record({ name, options: OPTIONS, result: 'failure', trial: null, error: 'refused' });
      assert.equal(await circuits.deleteOfTenant({ tenant: 'acme' }), 1);
      assert.equal(await circuits.deleteOfTenant({ tenant: 'acme_2' }), 1);
      assert.equal(await circuits.deleteOfTenant({ tenant: 'smtp' }), 0);
      const left = (await circuits.states()).map(({ name }) => name);
      assert.deepEqual(left.sort(), [ownedName('acmeX2', 'smtp'), 'smtp'].sort());
    },
  },
};

export const bucketsOfTenants: ConformanceGroup<StoreScene> = {
  title: 'rateLimits.deleteOfTenant (F252)',
  needs: 'rateLimits',
  cases: {
    'deletes the buckets of the tenant alone': async ({ rateLimits }) => {
      const bucket = (tenant: string | null) => ({
        key: ownedName(tenant, 'type:work'),
        capacity: 2,
        periodMs: 60 * MINUTE,
      });
      const [own, acme, other] = [bucket(null), bucket('acme'), bucket('other')];
      for (const each of [own, acme, other])
        await rateLimits.acquire({ buckets: [each], wanted: 2, least: 2 });
      assert.equal(await rateLimits.deleteOfTenant({ tenant: 'acme' }), 1);
      const left = await rateLimits.status({ buckets: [own, acme, other] });
      assert.deepEqual(
        left.map(({ tokens }) => Math.floor(tokens)),
        [0, 2, 0],
      );
    },
  },
};
