import assert from 'node:assert/strict';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';

const find = async (scene: StoreScene, name: string, tenant: string | null = null) =>
  (await scene.schedules.findByName({ name, tenant }))?.id ?? null;

/** Two of the tenants are named, so that a caller can choose. */
const AMBIGUOUS = { code: 'JOB_AMBIGUOUS', reference: 'daily', tenants: ['a', 'b'] };

export const findByName: ConformanceGroup<StoreScene> = {
  title: 'schedules.findByName',
  cases: {
    'finds the job of that name': async (scene) => {
      const { id } = await scene.addJob({ name: 'daily' });
      await scene.addJob({ name: 'daily-2' });
      assert.equal(await find(scene, 'daily'), id);
    },
    'says null for a name that nobody has': async (scene) => {
      await scene.addJob({ name: 'daily' });
      assert.equal(await find(scene, 'dail'), null);
      assert.equal(await find(scene, ''), null);
    },
    'takes every character of the name literally': async (scene) => {
      await scene.addJob({ name: 'daily' });
      for (const name of ['d%', 'dail_', "daily' OR '1'='1"]) assert.equal(await find(scene, name), null);
      const { id } = await scene.addJob({ name: "it's 100% _sure_" });
      assert.equal(await find(scene, "it's 100% _sure_"), id);
    },
    'prefers the one that has not ended': async (scene) => {
      const { id } = await scene.addJob({ name: 'daily', createdAt: await scene.fromNow(-HOUR) });
      await scene.addJob({ name: 'daily', status: 'cancelled', nextRunAt: null });
      assert.equal(await find(scene, 'daily'), id);
    },
    'finds the latest of those that have ended, where none is left': async (scene) => {
      const ended = { name: 'daily', status: 'completed', nextRunAt: null } as const;
      await scene.addJob({ ...ended, createdAt: await scene.fromNow(-2 * HOUR) });
      const { id } = await scene.addJob({ ...ended, createdAt: await scene.fromNow(-1) });
      await scene.addJob({ ...ended, createdAt: await scene.fromNow(-HOUR) });
      assert.equal(await find(scene, 'daily'), id);
    },
    'finds for each tenant its own': async (scene) => {
      const a = await scene.addJob({ name: 'daily', tenant: 'a' });
      const b = await scene.addJob({ name: 'daily', tenant: 'b' });
      assert.equal(await find(scene, 'daily', 'a'), a.id);
      assert.equal(await find(scene, 'daily', 'b'), b.id);
    },
    'says null for the job of another tenant': async (scene) => {
      await scene.addJob({ name: 'daily', tenant: 'a' });
      await scene.addJob({ name: 'gone', tenant: 'a', status: 'failed', nextRunAt: null });
      assert.equal(await find(scene, 'daily', 'b'), null);
      assert.equal(await find(scene, 'gone', 'b'), null);
    },
    'finds everybody’s where no tenant is named': async (scene) => {
      const { id } = await scene.addJob({ name: 'daily', tenant: 'a' });
      assert.equal(await find(scene, 'daily', null), id);
    },
    'refuses a name that several tenants have, where no tenant is named': async (scene) => {
      await scene.addJob({ name: 'daily', tenant: 'b' });
      await scene.addJob({ name: 'daily', tenant: 'a' });
      await assert.rejects(find(scene, 'daily'), AMBIGUOUS);
    },
    'refuses a name that ended jobs of several tenants have': async (scene) => {
      const ended = { name: 'daily', status: 'completed', nextRunAt: null } as const;
      for (const tenant of ['a', 'a', 'b', 'a']) await scene.addJob({ ...ended, tenant });
      await assert.rejects(find(scene, 'daily'), AMBIGUOUS);
      const { id } = await scene.addJob({ name: 'daily', tenant: 'b' });
      assert.equal(await find(scene, 'daily'), id);
    },
    'prefers the job without a tenant to those of tenants': async (scene) => {
      const ended = { name: 'daily', status: 'completed', nextRunAt: null } as const;
      await scene.addJob({ ...ended, tenant: 'a' });
      await scene.addJob({ ...ended, tenant: 'b' });
      const old = await scene.addJob({ ...ended, tenant: null, createdAt: await scene.fromNow(-HOUR) });
      assert.equal(await find(scene, 'daily'), old.id);
      const { id } = await scene.addJob({ name: 'daily', tenant: null });
      for (const tenant of ['a', 'b']) await scene.addJob({ name: 'daily', tenant });
      assert.equal(await find(scene, 'daily'), id);
    },
  },
};
