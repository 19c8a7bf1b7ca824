import assert from 'node:assert/strict';
import { tamper } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

export const queueSettings: ConformanceGroup<StoreScene> = {
  title: 'queues.settings',
  cases: {
    'are none at first, whatever waits': async (scene) => {
      await scene.addExecution();
      assert.deepEqual(await scene.queues.settings(), []);
    },
    'are those of every queue that has some, by name': async (scene) => {
      await scene.queues.change({ queue: 'mails', paused: true });
      await scene.queues.change({ queue: 'exports', concurrency: 3 });
      assert.deepEqual(await scene.queues.settings(), [
        { queue: 'exports', paused: false, concurrency: 3, globalLimit: null },
        { queue: 'mails', paused: true, concurrency: null, globalLimit: null },
      ]);
    },
    'stay what they were when somebody changes what was handed out': async (scene) => {
      const changed = await scene.queues.change({ queue: 'mails', paused: true });
      tamper(() => Object.assign(changed, { paused: false }));
      assert.equal((await scene.queues.settings())[0]?.paused, true);
    },
  },
};
