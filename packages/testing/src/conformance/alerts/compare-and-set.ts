import assert from 'node:assert/strict';
import type { Alert, AlertSubject } from '@scheduler/contracts';
import { nextId } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';
import { addAlert, addRule, buildAlert, buildRule } from './alert-verbs.js';

const next = (alert: Alert, props: Partial<Alert>): Alert => ({
  ...alert,
  ...props,
  revision: alert.revision + 1,
});

const MAILS: AlertSubject = { kind: 'queue', id: 'mails', name: 'mails' };

export const changeAlerts: ConformanceGroup<StoreScene> = {
  title: 'alerts: changes by compare-and-set',
  needs: 'alerts',
  cases: {
    'let one of several writers of a revision win': async (scene) => {
      const { alerts } = scene.alerts;
      const alert = await addAlert(scene, { status: 'pending', firedAt: null });
      const firedAt = await scene.now();
      const fires = next(alert, { status: 'firing', firedAt });
      const results = await Promise.all(
        [1, 2, 3, 4].map((value) => alerts.save({ record: { ...fires, value }, expectedRevision: 1 })),
      );
      assert.equal(results.filter((isSaved) => isSaved).length, 1);
      const stored = await alerts.get({ id: alert.id, tenant: null });
      assert.deepEqual(stored, { ...fires, value: results.indexOf(true) + 1 });
      assert.equal(await alerts.save({ record: fires, expectedRevision: 1 }), false);
      assert.equal(await alerts.save({ record: { ...fires, id: nextId() }, expectedRevision: 1 }), false);
    },
    'find what was changed by its new status, and not by its old one': async (scene) => {
      const { alerts } = scene.alerts;
      const alert = await addAlert(scene, { status: 'pending', tenant: 'acme' });
      assert.equal(
        await alerts.save({ record: next(alert, { status: 'firing' }), expectedRevision: 1 }),
        true,
      );
      const count = async (status: Alert['status'], tenant: string | null) =>
        (await alerts.list({ tenant, limit: 10, statuses: [status] })).length;
      for (const tenant of [null, 'acme'])
        assert.deepEqual([await count('pending', tenant), await count('firing', tenant)], [0, 1]);
    },
    'delete only the revision that was read': async (scene) => {
      const { alerts } = scene.alerts;
      const alert = await addAlert(scene);
      assert.equal(await alerts.delete({ id: alert.id, expectedRevision: 2 }), false);
      assert.deepEqual(await alerts.get({ id: alert.id, tenant: null }), alert);
      assert.equal(await alerts.delete({ id: alert.id, expectedRevision: 1 }), true);
      assert.equal(await alerts.delete({ id: alert.id, expectedRevision: 1 }), false);
      assert.equal(await alerts.get({ id: alert.id, tenant: null }), null);
    },
    'keep one alert that is not over of a rule and what it is about': async (scene) => {
      const { alerts } = scene.alerts;
      const now = await scene.now();
      const of = (subject: AlertSubject | null) => buildAlert(now, { ruleId: 'growth', subject });
      const results = await Promise.all([1, 2, 3].map(() => alerts.add({ record: of(MAILS) })));
      assert.equal(results.filter((isAdded) => isAdded).length, 1);
      assert.equal(await alerts.add({ record: of({ ...MAILS, id: 'faxes' }) }), true);
      assert.equal(await alerts.add({ record: of({ ...MAILS, kind: 'job' }) }), true);
      assert.equal(await alerts.add({ record: of(null) }), true);
      assert.equal(await alerts.add({ record: of(null) }), false);
      const [open] = (await alerts.list({ tenant: null, limit: 10 })).filter(
        ({ subject }) => subject === null,
      );
      assert.ok(open !== undefined);
      const over = next(open, { status: 'resolving', resolvedAt: now });
      assert.equal(await alerts.save({ record: over, expectedRevision: 1 }), true);
      const another = of(null);
      assert.equal(await alerts.add({ record: another }), true);
      // What is over does not become open again while another one is.
      const reopened = next(over, { status: 'firing', resolvedAt: null });
      assert.equal(await alerts.save({ record: reopened, expectedRevision: 2 }), false);
      assert.equal(await alerts.delete({ id: another.id, expectedRevision: 1 }), true);
      assert.equal(await alerts.save({ record: reopened, expectedRevision: 2 }), true);
    },
    'keep one rule of a name for each tenant': async (scene) => {
      const { rules } = scene.alerts;
      const rule = await addRule(scene, { name: 'failures' });
      const now = await scene.now();
      assert.equal(await rules.add({ record: buildRule(now, { name: 'failures' }) }), false);
      assert.equal(await rules.add({ record: buildRule(now, { id: rule.id }) }), false);
      assert.equal(await rules.add({ record: buildRule(now, { name: 'failures', tenant: 'acme' }) }), true);
      assert.equal(await rules.add({ record: buildRule(now, { name: 'Failures' }) }), true);
      const other = await addRule(scene, { name: 'timeouts' });
      const renamed = { ...other, name: 'failures', revision: 2 };
      assert.equal(await rules.save({ record: renamed, expectedRevision: 1 }), false);
      assert.equal(await rules.delete({ id: rule.id, expectedRevision: 1 }), true);
      assert.equal(await rules.save({ record: renamed, expectedRevision: 1 }), true);
    },
  },
};
