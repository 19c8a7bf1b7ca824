import assert from 'node:assert/strict';
import type { ApiKey } from '@scheduler/contracts';
import { assertIds, assertRejectsWith, present } from '../kit/assertions.js';
import { nextId } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';
import { addKey } from './access-verbs.js';

/** A name in which characters of two, three and four bytes, quotes and a backslash stand. */
const ODD_NAME = 'größe "x" \\ 日本 🗝';

const newestFirst = (keys: readonly ApiKey[]) => [...keys].sort((a, b) => (a.id < b.id ? 1 : -1));

/** More than any rule adds. */
const MOST_LISTED = 50;

async function pages(scene: StoreScene, limit: number): Promise<readonly ApiKey[]> {
  const found: ApiKey[] = [];
  // A cursor that leads back to its own page would never end.
  while (found.length < MOST_LISTED) {
    const last = found.at(-1);
    const after = last === undefined ? {} : { after: { createdAt: last.createdAt, id: last.id } };
    const page = await scene.access.apiKeys.list({ tenant: null, limit, ...after });
    if (page.length === 0) return found;
    found.push(...page);
  }
  return found;
}

export const keepApiKeys: ConformanceGroup<StoreScene> = {
  title: 'access.apiKeys',
  needs: 'access',
  cases: {
    'find a key as it was added, by its id alone': async (scene) => {
      const plain = await addKey(scene);
      const full = await addKey(scene, {
        name: ODD_NAME,
        tenant: 'acme',
        permissions: [],
        createdBy: 'ada',
        expiresAt: await scene.fromNow(HOUR),
        lastUsedAt: await scene.fromNow(-MINUTE),
        revokedAt: await scene.fromNow(-MINUTE),
      });
      assert.deepEqual(await scene.access.apiKeys.find({ id: plain.id }), plain);
      assert.deepEqual(await scene.access.apiKeys.find({ id: full.id }), full);
      assert.equal(await scene.access.apiKeys.find({ id: nextId() }), null);
      assert.equal(await scene.access.apiKeys.find({ id: '__proto__' }), null);
    },
    'refuse an id that is taken, and leave the key as it is': async (scene) => {
      const key = await addKey(scene);
      await assertRejectsWith(addKey(scene, { id: key.id, name: 'another' }), 'API_KEY_ALREADY_EXISTS');
      assert.deepEqual(await scene.access.apiKeys.find({ id: key.id }), key);
    },
    'list the newest first, for one tenant or for all': async (scene) => {
      const old = await addKey(scene, { createdAt: await scene.fromNow(-HOUR), tenant: 'acme' });
      const oldest = await addKey(scene, { createdAt: await scene.fromNow(-2 * HOUR) });
      const young = await addKey(scene, { tenant: 'acme' });
      const others = await addKey(scene, { createdAt: await scene.fromNow(-MINUTE), tenant: 'other' });
      const { apiKeys } = scene.access;
      assertIds(await apiKeys.list({ tenant: null, limit: 10 }), [young, others, old, oldest]);
      assertIds(await apiKeys.list({ tenant: 'acme', limit: 10 }), [young, old]);
      assertIds(await apiKeys.list({ tenant: 'acme', limit: 1 }), [young]);
      assertIds(await apiKeys.list({ tenant: 'nobody', limit: 10 }), []);
      await assertRejectsWith(
        (async () => apiKeys.list({ tenant: undefined as unknown as null, limit: 10 }))(),
        'TENANT_INVALID',
      );
    },
    'page through keys of one instant without losing or repeating any': async (scene) => {
      const createdAt = await scene.now();
      const keys: ApiKey[] = [];
      for (let index = 0; index < 7; index += 1) keys.push(await addKey(scene, { createdAt }));
      assertIds(await pages(scene, 2), newestFirst(keys));
    },
    'revoke once, within the tenant, and keep the first time': async (scene) => {
      const { apiKeys } = scene.access;
      const key = await addKey(scene, { tenant: 'acme' });
      const [at, later] = [await scene.now(), await scene.fromNow(HOUR)];
      assert.equal(await apiKeys.revoke({ id: key.id, tenant: 'other', at }), null);
      assert.equal(await apiKeys.revoke({ id: nextId(), tenant: null, at }), null);
      assert.deepEqual(await apiKeys.find({ id: key.id }), key);
      assert.deepEqual(await apiKeys.revoke({ id: key.id, tenant: 'acme', at }), { ...key, revokedAt: at });
      const again = await apiKeys.revoke({ id: key.id, tenant: null, at: later });
      assert.deepEqual(again, { ...key, revokedAt: at });
    },
    'remember the latest use of each key, in whatever order uses arrive': async (scene) => {
      const { apiKeys } = scene.access;
      const [first, second] = [await addKey(scene), await addKey(scene)];
      const [early, late] = [await scene.fromNow(-MINUTE), await scene.now()];
      await apiKeys.touch({
        uses: [
          { id: first.id, at: late },
          { id: second.id, at: early },
          { id: nextId(), at: late },
        ],
      });
      await apiKeys.touch({ uses: [{ id: first.id, at: early }] });
      await apiKeys.touch({ uses: [{ id: second.id, at: late }] });
      await apiKeys.touch({ uses: [] });
      for (const { id } of [first, second]) assert.deepEqual((await apiKeys.find({ id }))?.lastUsedAt, late);
      assert.equal((await apiKeys.list({ tenant: null, limit: 10 })).length, 2);
    },
    'delete the keys of a tenant in steps, and no others': async (scene) => {
      const { apiKeys } = scene.access;
      const gone = [await addKey(scene, { tenant: 'acme' }), await addKey(scene, { tenant: 'acme' })];
      const kept = [await addKey(scene), await addKey(scene, { tenant: 'acme-2' })];
      const step = () => apiKeys.deleteOfTenant({ tenant: 'acme', limit: 1 });
      assert.deepEqual([await step(), await step(), await step()], [1, 1, 0]);
      assert.equal(await apiKeys.find({ id: present(gone[0]).id }), null);
      assertIds(
        [...(await apiKeys.list({ tenant: null, limit: 10 }))].sort((a, b) => (a.id < b.id ? -1 : 1)),
        [...kept].sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
    },
  },
};
