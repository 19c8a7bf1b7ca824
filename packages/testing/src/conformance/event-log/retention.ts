import assert from 'node:assert/strict';
import type { ConformanceGroup } from '../kit/group.js';
import { assertRejectsWith } from '../kit/assertions.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';
import { allEvents, namesOf, pauseAndResume } from './event-log-verbs.js';

const DAY = 24 * HOUR;

/** Moves the time to the first hour of the next day in UTC. */
async function toNextDay(scene: StoreScene): Promise<void> {
  const sinceMidnight = (await scene.now()).getTime() % DAY;
  await scene.advance(DAY - sinceMidnight + HOUR);
}

export const retentionOfEventLog: ConformanceGroup<StoreScene> = {
  title: 'eventLog.prune',
  needs: 'eventLog',
  cases: {
    'delete whole days that are over, and say what is missing': async (scene) => {
      const { eventLog } = scene;
      await toNextDay(scene);
      await pauseAndResume(scene, 'old', 3);
      const [first, second] = await allEvents(scene);
      await toNextDay(scene);
      await pauseAndResume(scene, 'young', 2);
      const noon = await scene.now();
      assert.equal(await eventLog.prune({ before: await scene.fromNow(-DAY), limit: 100 }), 0);
      assert.equal(await eventLog.prune({ before: noon, limit: 100 }), 3);
      assert.equal(await eventLog.prune({ before: noon, limit: 100 }), 0);
      const kept = await allEvents(scene);
      assert.deepEqual(
        kept.map(({ entityId }) => entityId),
        ['young', 'young'],
      );
      const { prunedTo, latest } = await eventLog.bounds();
      assert.ok(prunedTo !== null && prunedTo < (kept[0]?.position ?? ''));
      assert.ok(latest !== null && latest >= (kept[1]?.position ?? ''));
      for (const lost of [first, second])
        await assertRejectsWith(
          eventLog.read({ tenant: null, after: lost?.position ?? '', limit: 1 }),
          'EVENTS_PRUNED',
        );
      assert.deepEqual(await allEvents(scene, { after: prunedTo }), kept);
    },
    'delete in steps of a limit, the oldest first': async (scene) => {
      const { eventLog } = scene;
      await toNextDay(scene);
      await pauseAndResume(scene, 'old', 5);
      await toNextDay(scene);
      await pauseAndResume(scene, 'young', 1);
      const before = await scene.now();
      let [total, steps] = [0, 0];
      for (let pruned = -1; pruned !== 0; steps += 1) {
        pruned = await eventLog.prune({ before, limit: 2 });
        total += pruned;
        const left = await namesOf(scene);
        assert.equal(left.length, 6 - total);
      }
      assert.deepEqual([total, steps > 2], [5, true]);
      assert.deepEqual(await namesOf(scene), ['QueuePaused']);
    },
    'delete the events of a tenant in steps, and no others': async (scene) => {
      await scene.addJob({ tenant: 'acme' });
      await scene.addJob({ tenant: 'other' });
      await scene.addExecution({ tenant: 'acme' });
      const step = () => scene.eventLog.deleteOfTenant({ tenant: 'acme', limit: 1 });
      assert.deepEqual([await step(), await step(), await step()], [1, 1, 0]);
      assert.deepEqual(
        (await allEvents(scene)).map(({ tenant }) => tenant),
        ['other'],
      );
    },
  },
};
