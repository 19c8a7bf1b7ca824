import assert from 'node:assert/strict';
import type { ConformanceGroup } from './kit/group.js';
import { HOUR, MINUTE, type StoreScene } from './kit/store-scene.js';

export const storeBasics: ConformanceGroup<StoreScene> = {
  title: 'store',
  cases: {
    'says what it is and what it can do (F200, F201, F202)': async ({ store: { capabilities } }) => {
      assert.match(capabilities.name, /\S/);
      assert.equal(typeof capabilities.transactions, 'boolean');
      assert.equal(typeof capabilities.durable, 'boolean');
    },
    'can be opened again': async (scene) => {
      const job = await scene.addJob();
      await scene.store.open();
      assert.equal((await scene.job(job)).id, job.id);
    },
    'can be closed again': async (scene) => {
      await scene.store.close();
      await scene.store.close();
    },
    'has a time of its own that the harness can advance': async (scene) => {
      const before = await scene.now();
      assert.equal(before.getTime() % 1, 0, 'instants are whole milliseconds');
      await scene.advance(HOUR);
      const passed = (await scene.now()).getTime() - before.getTime();
      assert.ok(passed >= HOUR && passed < HOUR + MINUTE, `${passed} ms passed`);
    },
  },
};
