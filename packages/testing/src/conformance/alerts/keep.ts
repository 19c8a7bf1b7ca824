import assert from 'node:assert/strict';
import type { Alert } from '@scheduler/contracts';
import type { ListAlertRecords } from '@scheduler/contracts/adapter';
import { assertIds, assertRejectsWith } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import { spoil } from '../kit/spoil.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';
import { addAlert, addRule, addSilence, buildAlert, buildRule, buildSilence } from './alert-verbs.js';

const listed = (scene: StoreScene, request: Partial<ListAlertRecords> = {}) =>
  scene.alerts.alerts.list({ tenant: null, limit: 50, ...request });

/** More than any rule adds. */
const MOST_LISTED = 50;

async function pages(scene: StoreScene, request: Partial<ListAlertRecords>): Promise<readonly Alert[]> {
  const found: Alert[] = [];
  // A cursor that leads back to its own page would never end.
  while (found.length < MOST_LISTED) {
    const last = found.at(-1);
    const after = last === undefined ? {} : { after: { createdAt: last.createdAt, id: last.id } };
    const page = await listed(scene, { ...request, ...after });
    if (page.length === 0) return found;
    found.push(...page);
  }
  return found;
}

const newestFirst = (alerts: readonly Alert[]) => [...alerts].sort((a, b) => (a.id < b.id ? 1 : -1));

export const keepAlerts: ConformanceGroup<StoreScene> = {
  title: 'alerts: rules, alerts and silences',
  needs: 'alerts',
  cases: {
    'find each as it was added, within its tenant': async (scene) => {
      const { rules, alerts, silences } = scene.alerts;
      const rule = await addRule(scene, { tenant: 'acme', queue: 'mails', builtIn: true });
      const alert = await addAlert(scene, {
        tenant: 'acme',
        subject: { kind: 'job', id: 'job-1', name: 'größe "x" \\ 日本 🗝' },
        baseline: 7,
        resolvedAt: await scene.now(),
        status: 'resolved',
      });
      const silence = await addSilence(scene, { rule: rule.name, subject: 'job-1', tenant: 'acme' });
      for (const tenant of [null, 'acme']) {
        assert.deepEqual(await rules.get({ id: rule.id, tenant }), rule);
        assert.deepEqual(await alerts.get({ id: alert.id, tenant }), alert);
        assert.deepEqual(await silences.get({ id: silence.id, tenant }), silence);
      }
      assert.equal(await rules.get({ id: rule.id, tenant: 'other' }), null);
      assert.equal(await alerts.get({ id: rule.id, tenant: null }), null);
      assert.equal(await silences.get({ id: '__proto__', tenant: null }), null);
    },
    'list the newest first, for one tenant or for all, with what was asked for': async (scene) => {
      const old = await addAlert(scene, { createdAt: await scene.fromNow(-HOUR), tenant: 'acme' });
      const oldest = await addAlert(scene, {
        createdAt: await scene.fromNow(-2 * HOUR),
        status: 'pending',
        rule: 'growth',
      });
      const young = await addAlert(scene, { tenant: 'acme', rule: 'growth' });
      assertIds(await listed(scene), [young, old, oldest]);
      assertIds(await listed(scene, { tenant: 'acme' }), [young, old]);
      assertIds(await listed(scene, { tenant: 'acme', limit: 1 }), [young]);
      assertIds(await listed(scene, { tenant: 'nobody' }), []);
      assertIds(await listed(scene, { statuses: ['pending', 'resolved'] }), [oldest]);
      assertIds(await listed(scene, { statuses: ['pending', 'firing'], tenant: 'acme' }), [young, old]);
      assertIds(await listed(scene, { rule: 'growth' }), [young, oldest]);
      assertIds(await listed(scene, { rule: 'growth', statuses: ['firing'] }), [young]);
      await assertRejectsWith(
        (async () => listed(scene, { tenant: undefined as unknown as null }))(),
        'TENANT_INVALID',
      );
    },
    'page through what has one instant without losing or repeating any': async (scene) => {
      const createdAt = await scene.now();
      const alerts: Alert[] = [];
      for (let index = 0; index < 7; index += 1)
        alerts.push(await addAlert(scene, { createdAt, tenant: index % 2 === 0 ? 'acme' : null }));
      assertIds(await pages(scene, { limit: 2 }), newestFirst(alerts));
      const own = alerts.filter(({ tenant }) => tenant === 'acme');
      assertIds(await pages(scene, { limit: 2, tenant: 'acme', statuses: ['firing'] }), newestFirst(own));
    },
    'delete what was over before an instant, in steps, and nothing that goes on': async (scene) => {
      const [early, late] = [await scene.fromNow(-2 * HOUR), await scene.fromNow(-MINUTE)];
      const gone = { status: 'resolved', resolvedAt: early } as const;
      await addAlert(scene, gone);
      await addAlert(scene, gone);
      const kept = [
        await addAlert(scene, { status: 'resolved', resolvedAt: late }),
        await addAlert(scene, { status: 'resolving', resolvedAt: early }),
        await addAlert(scene, { since: early }),
      ];
      const { alerts, silences, rules } = scene.alerts;
      const before = await scene.fromNow(-HOUR);
      const step = () => alerts.prune({ before, limit: 1 });
      assert.deepEqual([await step(), await step(), await step()], [1, 1, 0]);
      assert.deepEqual((await listed(scene)).map(({ id }) => id).sort(), kept.map(({ id }) => id).sort());
      await addSilence(scene, { until: early });
      const goesOn = await addSilence(scene);
      await addRule(scene, { createdAt: early });
      assert.equal(await silences.prune({ before, limit: 10 }), 1);
      assertIds(await silences.list({ tenant: null, limit: 10 }), [goesOn]);
      assert.equal(await rules.prune({ before, limit: 10 }), 0);
    },
    'delete what belongs to a tenant in steps, and nothing else': async (scene) => {
      const { rules, alerts, silences } = scene.alerts;
      for (const tenant of ['acme', 'acme', 'acme-2', null]) {
        await addRule(scene, { tenant });
        await addAlert(scene, { tenant });
        await addSilence(scene, { tenant });
      }
      for (const records of [rules, alerts, silences]) {
        const step = () => records.deleteOfTenant({ tenant: 'acme', limit: 1 });
        assert.deepEqual([await step(), await step(), await step()], [1, 1, 0]);
        assert.equal((await records.list({ tenant: null, limit: 10 })).length, 2);
        assert.equal((await records.list({ tenant: 'acme', limit: 10 })).length, 0);
      }
    },
    'keep what callers change afterwards as it was': async (scene) => {
      const { rules, alerts, silences } = scene.alerts;
      const now = await scene.now();
      const [rule, alert, silence] = [
        buildRule(now),
        buildAlert(now, { subject: { kind: 'queue', id: 'mails', name: 'mails' } }),
        buildSilence(now),
      ];
      const ids = [rule.id, alert.id, silence.id] as const;
      await rules.add({ record: rule });
      await alerts.add({ record: alert });
      await silences.add({ record: silence });
      const found = async () => [
        await rules.get({ id: ids[0], tenant: null }),
        await alerts.get({ id: ids[1], tenant: null }),
        await silences.get({ id: ids[2], tenant: null }),
      ];
      const before = JSON.stringify(await found());
      spoil([rule, alert, silence]);
      spoil(await found());
      spoil(await listed(scene));
      assert.equal(JSON.stringify(await found()), before);
    },
  },
};
