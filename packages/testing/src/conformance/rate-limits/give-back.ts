import assert from 'node:assert/strict';
import type { TokenBucket } from '@scheduler/contracts/adapter';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

const mails: TokenBucket = { key: 'queue:mails', capacity: 10, periodMs: 10 * MINUTE };
const all: TokenBucket = { key: 'global', capacity: 100, periodMs: 100 * MINUTE };

const tokens = async ({ rateLimits }: StoreScene, buckets: readonly TokenBucket[]) =>
  (await rateLimits.status({ buckets })).map((status) => Math.floor(status.tokens));

export const giveBackTokens: ConformanceGroup<StoreScene> = {
  title: 'rateLimits.giveBack and status',
  needs: 'rateLimits',
  cases: {
    'report that a bucket which was never used is full': async (scene) => {
      assert.deepEqual(await scene.rateLimits.status({ buckets: [mails] }), [
        { key: 'queue:mails', tokens: 10 },
      ]);
      assert.deepEqual(await scene.rateLimits.status({ buckets: [] }), []);
    },
    'report in the order of the buckets, and change nothing': async (scene) => {
      await scene.rateLimits.acquire({ buckets: [mails, all], wanted: 5, least: 1 });
      assert.deepEqual(await tokens(scene, [mails, all]), [5, 95]);
      assert.deepEqual(await tokens(scene, [all, mails]), [95, 5]);
    },
    'make tokens free again, in several buckets at once': async (scene) => {
      await scene.rateLimits.acquire({ buckets: [mails, all], wanted: 10, least: 1 });
      await scene.rateLimits.giveBack({
        tokens: [
          { bucket: mails, count: 4 },
          { bucket: all, count: 2 },
        ],
      });
      assert.deepEqual(await tokens(scene, [mails, all]), [4, 92]);
    },
    'do not fill a bucket over its brim': async (scene) => {
      await scene.rateLimits.giveBack({ tokens: [{ bucket: mails, count: 5 }] });
      assert.deepEqual(await tokens(scene, [mails]), [10]);
      await scene.rateLimits.acquire({ buckets: [mails], wanted: 10, least: 1 });
      assert.deepEqual(await tokens(scene, [mails]), [0]);
    },
  },
};
