import assert from 'node:assert/strict';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

export const changeQueue: ConformanceGroup<StoreScene> = {
  title: 'queues.change (F108)',
  cases: {
    'changes what is given, and returns all settings of the queue': async ({ queues }) => {
      assert.deepEqual(await queues.change({ queue: 'mails', paused: true }), {
        queue: 'mails',
        paused: true,
        concurrency: null,
        globalLimit: null,
      });
      assert.deepEqual(await queues.change({ queue: 'mails', concurrency: 7 }), {
        queue: 'mails',
        paused: true,
        concurrency: 7,
        globalLimit: null,
      });
      assert.deepEqual(await queues.change({ queue: 'mails', paused: false }), {
        queue: 'mails',
        paused: false,
        concurrency: 7,
        globalLimit: null,
      });
    },
    'changes several settings in one step': async ({ queues }) => {
      const settings = { queue: 'mails', paused: true, concurrency: 2, globalLimit: null };
      assert.deepEqual(await queues.change(settings), settings);
      assert.deepEqual(await queues.settings(), [settings]);
    },
    'takes a concurrency of null for the configuration of each node': async ({ queues }) => {
      await queues.change({ queue: 'mails', paused: true, concurrency: 7 });
      assert.deepEqual(await queues.change({ queue: 'mails', concurrency: null }), {
        queue: 'mails',
        paused: true,
        concurrency: null,
        globalLimit: null,
      });
    },
    'can be repeated without harm': async ({ queues }) => {
      const pause = () => queues.change({ queue: 'mails', paused: true });
      assert.deepEqual(await pause(), await pause());
      assert.equal((await queues.settings()).length, 1);
    },
    'loses neither of two changes that come at once': async ({ queues }) => {
      await Promise.all([
        queues.change({ queue: 'mails', paused: true }),
        queues.change({ queue: 'mails', concurrency: 4 }),
      ]);
      assert.deepEqual(await queues.settings(), [
        { queue: 'mails', paused: true, concurrency: 4, globalLimit: null },
      ]);
    },
    'leaves other queues alone': async ({ queues }) => {
      await queues.change({ queue: 'exports', concurrency: 3 });
      await queues.change({ queue: 'mails', paused: true });
      assert.deepEqual((await queues.settings())[0], {
        queue: 'exports',
        paused: false,
        concurrency: 3,
        globalLimit: null,
      });
    },
  },
};
