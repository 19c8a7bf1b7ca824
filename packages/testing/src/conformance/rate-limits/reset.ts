import assert from 'node:assert/strict';
import { ownedName, type TokenBucket } from '@scheduler/contracts/adapter';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

const mails: TokenBucket = { key: 'queue:mails', capacity: 10, periodMs: 10 * MINUTE };
const all: TokenBucket = { key: 'global', capacity: 100, periodMs: 100 * MINUTE };

const take = ({ rateLimits }: StoreScene, bucket: TokenBucket, wanted: number) =>
  rateLimits.acquire({ buckets: [bucket], wanted, least: 1 });

const tokens = async ({ rateLimits }: StoreScene, buckets: readonly TokenBucket[]) =>
  (await rateLimits.status({ buckets })).map((status) => Math.floor(status.tokens));

export const resetBuckets: ConformanceGroup<StoreScene> = {
  title: 'rateLimits.reset (F163)',
  needs: 'rateLimits',
  cases: {
    'fills the buckets that it names, at once, and no other': async (scene) => {
      const other = { ...mails, key: 'queue:mails-to-partners' };
      for (const bucket of [mails, other, all]) await take(scene, bucket, 8);
      await scene.rateLimits.reset({ buckets: [mails, all] });
      assert.deepEqual(await tokens(scene, [mails, other, all]), [10, 2, 100]);
      assert.equal((await take(scene, mails, 10)).granted, 10);
      assert.equal((await take(scene, mails, 1)).granted, 0);
    },
    'fills the bucket of one tenant alone': async (scene) => {
      const [nobodys, a, b] = [null, 'acme', 'globex'].map((tenant) => ({
        ...mails,
        key: ownedName(tenant, 'type:mail'),
      })) as [TokenBucket, TokenBucket, TokenBucket];
      for (const bucket of [nobodys, a, b]) await take(scene, bucket, 10);
      await scene.rateLimits.reset({ buckets: [a] });
      assert.deepEqual(await tokens(scene, [nobodys, a, b]), [0, 10, 0]);
    },
    'changes nothing for a bucket that was never used, or for none': async (scene) => {
      await scene.rateLimits.reset({ buckets: [mails] });
      await scene.rateLimits.reset({ buckets: [] });
      assert.deepEqual(await tokens(scene, [mails]), [10]);
    },
    'never lets a bucket hold more than it can, whatever is given back later': async (scene) => {
      await take(scene, mails, 5);
      await scene.rateLimits.reset({ buckets: [mails] });
      await scene.rateLimits.giveBack({ tokens: [{ bucket: mails, count: 5 }] });
      assert.deepEqual(await tokens(scene, [mails]), [10]);
      assert.equal((await take(scene, mails, 20)).granted, 10);
    },
  },
};
