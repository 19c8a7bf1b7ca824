import assert from 'node:assert/strict';
import { assertInstant } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';

const next = (scene: StoreScene, ...queues: string[]) => scene.executions.nextAvailableAt({ queues });

export const nextAvailable: ConformanceGroup<StoreScene> = {
  title: 'executions.nextAvailableAt',
  cases: {
    'says null where nothing waits': async (scene) => {
      assert.equal(await next(scene, 'default'), null);
      await scene.addExecution();
      await scene.claimOne();
      assert.equal(await next(scene, 'default'), null);
    },
    'says null for no queue': async (scene) => {
      await scene.addExecution();
      assert.equal(await next(scene), null);
    },
    'returns the earliest instant, whatever the urgency': async (scene) => {
      const earliest = await scene.fromNow(HOUR);
      await scene.addExecution({ availableAt: await scene.fromNow(2 * HOUR), priority: 0 });
      await scene.addExecution({ availableAt: earliest, priority: 9 });
      assertInstant(await next(scene, 'default'), earliest);
    },
    'returns an instant in the past for what waits now': async (scene) => {
      const since = await scene.fromNow(-HOUR);
      await scene.addExecution({ availableAt: since });
      await scene.addExecution({ availableAt: await scene.fromNow(HOUR) });
      assertInstant(await next(scene, 'default'), since);
    },
    'looks into the queues that are named, and only there': async (scene) => {
      const [a, b] = [await scene.fromNow(2 * HOUR), await scene.fromNow(HOUR)];
      await scene.addExecution({ queue: 'a', availableAt: a });
      await scene.addExecution({ queue: 'b', availableAt: b });
      assertInstant(await next(scene, 'a'), a);
      assertInstant(await next(scene, 'a', 'b'), b);
      assert.equal(await next(scene, 'c'), null);
    },
    'returns the first instant after another one, whatever waits already': async (scene) => {
      const [since, soon, later] = [
        await scene.fromNow(-HOUR),
        await scene.fromNow(HOUR),
        await scene.fromNow(2 * HOUR),
      ];
      for (const availableAt of [later, since, soon, since]) await scene.addExecution({ availableAt });
      const after = (instant: Date) =>
        scene.executions.nextAvailableAt({ queues: ['default'], after: instant });
      assertInstant(await after(new Date(since.getTime() - 1)), since);
      assertInstant(await after(since), soon);
      assertInstant(await after(await scene.fromNow(0)), soon);
      assertInstant(await after(soon), later);
      assert.equal(await after(later), null);
    },
    'returns when a retry is due': async (scene) => {
      await scene.addExecution();
      const { availableAt } = await scene.settle(await scene.claimOne(), outcomes.retry(HOUR));
      assertInstant(await next(scene, 'default'), availableAt);
    },
  },
};
