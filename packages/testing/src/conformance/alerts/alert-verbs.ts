import assert from 'node:assert/strict';
import type { Alert, AlertRule, AlertSilence } from '@scheduler/contracts';
import { nextId } from '../kit/builders.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';

export function buildRule(now: Date, props: Partial<AlertRule> = {}): AlertRule {
  const id = nextId();
  return {
    id,
    name: `rule-${id}`,
    description: 'More than a tenth fails.',
    enabled: true,
    severity: 'warning',
    condition: {
      metric: 'scheduler.failure_rate',
      operator: 'gt',
      value: 10.5,
      durationMs: 5 * MINUTE,
    },
    channels: ['dashboard', 'log'],
    job: null,
    queue: null,
    type: null,
    tenant: null,
    builtIn: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    ...props,
  };
}

export function buildAlert(now: Date, props: Partial<Alert> = {}): Alert {
  const ruleId = nextId();
  return {
    id: nextId(),
    ruleId,
    rule: `rule-${ruleId}`,
    severity: 'critical',
    channels: ['webhook'],
    metric: 'scheduler.queue.size',
    operator: 'gt',
    threshold: 100,
    durationMs: MINUTE,
    tenant: null,
    subject: null,
    status: 'firing',
    value: 101.25,
    baseline: null,
    message: 'größe "x" \\ 日本 🗝',
    announced: false,
    since: now,
    firedAt: now,
    resolvedAt: null,
    revision: 1,
    createdAt: now,
    ...props,
  };
}

export function buildSilence(now: Date, props: Partial<AlertSilence> = {}): AlertSilence {
  return {
    id: nextId(),
    tenant: null,
    rule: null,
    subject: null,
    createdBy: 'ada',
    reason: 'a planned move',
    until: new Date(now.getTime() + HOUR),
    revision: 1,
    createdAt: now,
    ...props,
  };
}

export async function addRule(scene: StoreScene, props: Partial<AlertRule> = {}): Promise<AlertRule> {
  const record = buildRule(await scene.now(), props);
  assert.equal(await scene.alerts.rules.add({ record }), true);
  return record;
}

export async function addAlert(scene: StoreScene, props: Partial<Alert> = {}): Promise<Alert> {
  const record = buildAlert(await scene.now(), props);
  assert.equal(await scene.alerts.alerts.add({ record }), true);
  return record;
}

export async function addSilence(
  scene: StoreScene,
  props: Partial<AlertSilence> = {},
): Promise<AlertSilence> {
  const record = buildSilence(await scene.now(), props);
  assert.equal(await scene.alerts.silences.add({ record }), true);
  return record;
}
