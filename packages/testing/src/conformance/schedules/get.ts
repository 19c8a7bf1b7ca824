import assert from 'node:assert/strict';
import { assertSameJob } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

export const getJob: ConformanceGroup<StoreScene> = {
  title: 'schedules.get',
  cases: {
    'says null for an id that nobody has': async (scene) => {
      assert.equal(await scene.schedules.get({ id: 'nobody', tenant: null }), null);
      assert.equal(await scene.schedules.get({ id: '__proto__', tenant: null }), null);
    },
    'gives a tenant its own job': async (scene) => {
      const job = await scene.addJob({ tenant: 'a' });
      assertSameJob(await scene.schedules.get({ id: job.id, tenant: 'a' }), job);
    },
    'says null for the job of another tenant': async (scene) => {
      const { id } = await scene.addJob({ tenant: 'a' });
      assert.equal(await scene.schedules.get({ id, tenant: 'b' }), null);
    },
    'says null to a tenant for a job that nobody owns': async (scene) => {
      const { id } = await scene.addJob();
      assert.equal(await scene.schedules.get({ id, tenant: 'a' }), null);
    },
    'gives every job where no tenant is named': async (scene) => {
      for (const tenant of [null, 'a', 'b']) {
        const job = await scene.addJob({ tenant });
        assertSameJob(await scene.schedules.get({ id: job.id, tenant: null }), job);
      }
    },
  },
};
