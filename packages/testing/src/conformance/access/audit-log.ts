import assert from 'node:assert/strict';
import type { AuditRecord } from '@scheduler/contracts';
import type { ListAuditRecords } from '@scheduler/contracts/adapter';
import { assertIds, assertRejectsWith } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';
import { appendRecord, buildAuditRecord } from './access-verbs.js';

function listed(scene: StoreScene, request: Partial<ListAuditRecords> = {}) {
  return scene.access.auditLog.list({ tenant: null, limit: 100, ...request });
}

/** More than any rule adds. */
const MOST_LISTED = 50;

async function pages(scene: StoreScene, limit: number): Promise<readonly AuditRecord[]> {
  const found: AuditRecord[] = [];
  // A cursor that leads back to its own page would never end.
  while (found.length < MOST_LISTED) {
    const last = found.at(-1);
    const page = await listed(scene, {
      limit,
      ...(last === undefined ? {} : { after: { at: last.at, id: last.id } }),
    });
    if (page.length === 0) return found;
    found.push(...page);
  }
  return found;
}

export const keepAuditLog: ConformanceGroup<StoreScene> = {
  title: 'access.auditLog',
  needs: 'access',
  cases: {
    'keep a record as it was appended': async (scene) => {
      const plain = await appendRecord(scene, { object: null, before: null, after: null });
      const full = await appendRecord(scene, {
        at: await scene.fromNow(-MINUTE),
        tenant: 'acme',
        principal: { id: 'key-1', kind: 'api_key' },
        before: { list: [1, 'größe', { deep: true }], empty: {}, none: null },
        after: [false, 0, '', '\u0000 🗝'],
        reason: 'the customer\'s wish: "later" \\ 日本',
        requestId: 'r-1',
      });
      assert.deepEqual(await listed(scene), [plain, full]);
    },
    'keep many at once, and one that is appended again only once': async (scene) => {
      const now = await scene.now();
      const records = Array.from({ length: 20 }, () => buildAuditRecord(now));
      await scene.access.auditLog.append({ records: records.slice(0, 5) });
      await scene.access.auditLog.append({
        records: records.map((record) => ({ ...record, reason: 'again' })),
      });
      await scene.access.auditLog.append({ records: [] });
      const found = await listed(scene);
      assert.equal(found.length, 20);
      assert.equal(found.filter(({ reason }) => reason === 'again').length, 15);
    },
    'list the newest first, for one tenant or for all': async (scene) => {
      const old = await appendRecord(scene, { at: await scene.fromNow(-HOUR), tenant: 'acme' });
      const young = await appendRecord(scene, { tenant: 'acme' });
      const between = await appendRecord(scene, { at: await scene.fromNow(-MINUTE) });
      assertIds(await listed(scene), [young, between, old]);
      assertIds(await listed(scene, { tenant: 'acme' }), [young, old]);
      assertIds(await listed(scene, { tenant: 'acme', limit: 1 }), [young]);
      await assertRejectsWith(
        (async () => listed(scene, { tenant: undefined as unknown as null }))(),
        'TENANT_INVALID',
      );
    },
    'list by action, principal, object and time': async (scene) => {
      const [early, late] = [await scene.fromNow(-HOUR), await scene.now()];
      const first = await appendRecord(scene, { at: early, action: 'queues:write' });
      const second = await appendRecord(scene, {
        at: late,
        principal: { id: 'bob', kind: 'jwt' },
        object: { kind: 'queue', id: 'mails' },
      });
      assertIds(await listed(scene, { action: 'queues:write' }), [first]);
      assertIds(await listed(scene, { principal: 'bob' }), [second]);
      assertIds(await listed(scene, { objectKind: 'queue', objectId: 'mails' }), [second]);
      assertIds(await listed(scene, { objectKind: 'job', objectId: 'mails' }), []);
      assertIds(await listed(scene, { objectId: 'job-1' }), [first]);
      assertIds(await listed(scene, { since: late }), [second]);
      assertIds(await listed(scene, { until: late }), [first]);
      assertIds(await listed(scene, { since: early, until: late, principal: 'bob' }), []);
    },
    'page through records of one instant without losing or repeating any': async (scene) => {
      const at = await scene.now();
      const records = Array.from({ length: 7 }, () => buildAuditRecord(at));
      const older = buildAuditRecord(await scene.fromNow(-MINUTE));
      await scene.access.auditLog.append({ records: [older, ...records] });
      const newestFirst = [...records].sort((a, b) => (a.id < b.id ? 1 : -1));
      assertIds(await pages(scene, 2), [...newestFirst, older]);
    },
    'delete what is older than an instant, the oldest first, in steps': async (scene) => {
      const { auditLog } = scene.access;
      const before = await scene.fromNow(-MINUTE);
      await appendRecord(scene, { at: await scene.fromNow(-2 * HOUR) });
      const last = await appendRecord(scene, { at: await scene.fromNow(-HOUR), tenant: 'acme' });
      const kept = [await appendRecord(scene), await appendRecord(scene, { at: before })];
      assert.equal(await auditLog.prune({ before, limit: 1 }), 1);
      assertIds(await listed(scene, { until: before }), [last]);
      assert.equal(await auditLog.prune({ before, limit: 10 }), 1);
      assert.equal(await auditLog.prune({ before, limit: 10 }), 0);
      assertIds(await listed(scene), kept);
      assertIds(await listed(scene, { tenant: 'acme' }), []);
    },
    'delete the records of a tenant in steps, and no others': async (scene) => {
      const kept = await appendRecord(scene);
      for (const id of ['a', 'b']) await appendRecord(scene, { tenant: 'acme', object: { kind: 'job', id } });
      const step = () => scene.access.auditLog.deleteOfTenant({ tenant: 'acme', limit: 1 });
      assert.deepEqual([await step(), await step(), await step()], [1, 1, 0]);
      assertIds(await listed(scene), [kept]);
    },
  },
};
