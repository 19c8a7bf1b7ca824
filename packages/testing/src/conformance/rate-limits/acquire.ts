import assert from 'node:assert/strict';
import { ownedName, type TokenBucket } from '@scheduler/contracts/adapter';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

/** A token each minute: the store's own time may run a little while a test does. */
const mails: TokenBucket = { key: 'queue:mails', capacity: 10, periodMs: 10 * MINUTE };
const all: TokenBucket = { key: 'global', capacity: 4, periodMs: 4 * MINUTE };

const acquire = ({ rateLimits }: StoreScene, buckets: readonly TokenBucket[], wanted: number, least = 1) =>
  rateLimits.acquire({ buckets, wanted, least });

function assertSoon(actual: number, expected: number): void {
  assert.ok(actual <= expected && actual > expected - MINUTE / 2, `${actual} is not about ${expected} ms`);
}

export const acquireTokens: ConformanceGroup<StoreScene> = {
  title: 'rateLimits.acquire (F161, F163)',
  needs: 'rateLimits',
  cases: {
    'grants what is wanted of a full bucket, and what is left of another': async (scene) => {
      assert.deepEqual(await acquire(scene, [mails], 7), { granted: 7, retryAfterMs: 0, left: 3 });
      const rest = await acquire(scene, [mails], 7);
      assert.deepEqual([rest.granted, rest.left], [3, 0]);
      assertSoon(rest.retryAfterMs, MINUTE);
    },
    'grants nothing of an empty bucket, and returns when to come again': async (scene) => {
      await acquire(scene, [mails], 10);
      const denied = await acquire(scene, [mails], 5);
      assert.equal(denied.granted, 0);
      assertSoon(denied.retryAfterMs, MINUTE);
    },
    'refills continuously, by the time of the store, and no further than full': async (scene) => {
      await acquire(scene, [mails], 10);
      await scene.advance(2 * MINUTE);
      assert.equal((await acquire(scene, [mails], 10)).granted, 2);
      await scene.advance(60 * MINUTE);
      assert.equal((await acquire(scene, [mails], 20)).granted, 10);
    },
    'keeps the buckets of tenants apart, however long their names are': async (scene) => {
      const long = 'x'.repeat(128);
      const [nobodys, a, b] = [null, 'a'.repeat(255), 'b'.repeat(255)].map((tenant) => ({
        ...mails,
        key: ownedName(tenant, `type:${long}`),
      })) as [TokenBucket, TokenBucket, TokenBucket];
      await acquire(scene, [a], 10);
      assert.equal((await acquire(scene, [a], 10)).granted, 0);
      assert.equal((await acquire(scene, [b], 4)).granted, 4);
      assert.equal((await acquire(scene, [nobodys], 10)).granted, 10);
    },
    'takes nothing where less than the least is there': async (scene) => {
      await acquire(scene, [mails], 8);
      const denied = await acquire(scene, [mails], 5, 5);
      assert.equal(denied.granted, 0);
      assertSoon(denied.retryAfterMs, 3 * MINUTE);
      assert.equal((await acquire(scene, [mails], 2, 2)).granted, 2);
    },
    'takes of several buckets in one step, as many as each of them has': async (scene) => {
      assert.deepEqual(await acquire(scene, [mails, all], 2), { granted: 2, retryAfterMs: 0, left: 2 });
      assert.equal((await acquire(scene, [mails, all], 6)).granted, 2);
      assert.equal((await acquire(scene, [mails, all], 6)).granted, 0);
      assert.equal((await acquire(scene, [mails], 10)).granted, 6);
    },
    'keeps buckets apart by their keys': async (scene) => {
      await acquire(scene, [mails], 10);
      assert.equal((await acquire(scene, [{ ...mails, key: 'queue:reports' }], 10)).granted, 10);
    },
    'never grants more than there is to many who ask at once': async (scene) => {
      const wide = { ...all, capacity: 40, periodMs: 40 * MINUTE };
      await acquire(scene, [mails, wide], 1);
      const asked = Array.from({ length: 100 }, () => acquire(scene, [mails, wide], 1));
      const granted = (await Promise.all(asked)).reduce((sum, answer) => sum + answer.granted, 0);
      assert.equal(granted, 9);
      assert.equal((await acquire(scene, [wide], 40)).granted, 30);
    },
    'does not wait for a debt that a slower limit left': async (scene) => {
      await acquire(scene, [{ ...mails, periodMs: 1_000 * MINUTE }], 10);
      assertSoon((await acquire(scene, [mails], 1)).retryAfterMs, MINUTE);
    },
  },
};
