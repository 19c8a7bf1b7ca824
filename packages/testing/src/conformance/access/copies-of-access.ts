import assert from 'node:assert/strict';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';
import { spoil } from '../kit/spoil.js';
import { BEGIN, buildApiKey, buildAuditRecord, HOLD } from './access-verbs.js';

const ALL = { tenant: null, limit: 10 } as const;

async function stored({ access }: StoreScene): Promise<string> {
  const { apiKeys, auditLog, idempotency } = access;
  return JSON.stringify([await apiKeys.list(ALL), await auditLog.list(ALL), await idempotency.begin(BEGIN)]);
}

async function spoilsNothing(scene: StoreScene, value: unknown): Promise<void> {
  const before = await stored(scene);
  spoil(value);
  assert.equal(await stored(scene), before);
}

export const copiesOfAccess: ConformanceGroup<StoreScene> = {
  title: 'access: what callers change changes nothing stored',
  needs: 'access',
  cases: {
    'given to and returned by every method': async (scene) => {
      const { apiKeys, auditLog, idempotency } = scene.access;
      const now = async () => new Date(await scene.now());
      const key = buildApiKey(await now(), { permissions: ['jobs:read'], expiresAt: await now() });
      const { id } = key;
      const record = buildAuditRecord(await now(), { before: { deep: [1] }, after: { deep: [2] } });
      const response = { status: 200, headers: { etag: '"1"' }, body: '{}' };
      await apiKeys.add({ key });
      await auditLog.append({ records: [record] });
      await idempotency.begin(BEGIN);
      await idempotency.complete({ ...HOLD, response });
      await spoilsNothing(scene, [key, record, response]);
      const use = { id, at: await now() };
      await apiKeys.touch({ uses: [use] });
      const revocation = { id, tenant: null, at: await now() };
      await spoilsNothing(scene, await apiKeys.revoke(revocation));
      await spoilsNothing(scene, [use, revocation]);
      await spoilsNothing(scene, await apiKeys.find({ id }));
      await spoilsNothing(scene, await apiKeys.list(ALL));
      await spoilsNothing(scene, await auditLog.list(ALL));
      await spoilsNothing(scene, await idempotency.begin(BEGIN));
    },
  },
};
