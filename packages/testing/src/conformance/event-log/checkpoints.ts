import assert from 'node:assert/strict';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

export const checkpointsOfEventLog: ConformanceGroup<StoreScene> = {
  title: 'eventLog.checkpoints',
  needs: 'eventLog',
  cases: {
    'keep a checkpoint, and write it only over the revision that was read': async ({ eventLog }) => {
      const name = 'revenue';
      assert.equal(await eventLog.checkpoint({ name }), null);
      const first = { name, position: null, state: {}, expectedRevision: null };
      assert.equal(await eventLog.saveCheckpoint({ ...first, expectedRevision: 1 }), false);
      assert.equal(await eventLog.saveCheckpoint(first), true);
      assert.equal(await eventLog.saveCheckpoint(first), false);
      assert.deepEqual(await eventLog.checkpoint({ name }), { name, position: null, state: {}, revision: 1 });
      const state = { owner: 'größe', list: [1, null, { deep: true }] };
      const second = { name, position: '0007', state, expectedRevision: 1 };
      assert.equal(await eventLog.saveCheckpoint(second), true);
      assert.equal(await eventLog.saveCheckpoint({ ...second, position: '0009' }), false);
      assert.deepEqual(await eventLog.checkpoint({ name }), { name, position: '0007', state, revision: 2 });
    },
    'let one of many writers win': async ({ eventLog }) => {
      const save = (index: number) =>
        eventLog.saveCheckpoint({ name: 'race', position: `${index}`, state: {}, expectedRevision: null });
      const won = await Promise.all(Array.from({ length: 8 }, (_, index) => save(index)));
      assert.equal(won.filter(Boolean).length, 1);
      const { position } = (await eventLog.checkpoint({ name: 'race' })) ?? {};
      assert.equal(position, `${won.indexOf(true)}`);
    },
    'list checkpoints by name, and delete them': async ({ eventLog }) => {
      for (const name of ['b', 'a', 'c'])
        await eventLog.saveCheckpoint({ name, position: null, state: {}, expectedRevision: null });
      const names = async () => (await eventLog.checkpoints()).map(({ name }) => name);
      assert.deepEqual(await names(), ['a', 'b', 'c']);
      assert.equal(await eventLog.deleteCheckpoint({ name: 'b' }), true);
      assert.equal(await eventLog.deleteCheckpoint({ name: 'b' }), false);
      assert.deepEqual(await names(), ['a', 'c']);
    },
  },
};
