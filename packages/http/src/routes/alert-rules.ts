import {
  ALERT_CHANNELS,
  ALERT_METRICS,
  ALERT_OPERATORS,
  ALERT_SEVERITIES,
  type AlertRule,
} from '@scheduler/contracts';
import type { AlertRuleChanges, AlertRuleInput, Alerts, SchedulerNode } from '@scheduler/core';
import { z } from 'zod';
import type { Principal } from '../access/principal.js';
import { type Answer, route, type Route } from '../declare/route.js';
import { idParams } from '../fields/query-fields.js';
import { ruleSchema, ruleView } from '../views/alert-view.js';
import { answer } from './answers.js';
import { tenantField, tenantOf } from './tenant-of.js';

const condition = z.strictObject({
  metric: z.enum(ALERT_METRICS),
  operator: z.enum(ALERT_OPERATORS),
  value: z.number(),
  duration_ms: z.int(),
});

const ruleFields = {
  description: z.string().optional(),
  enabled: z.boolean().optional(),
  severity: z.enum(ALERT_SEVERITIES).optional(),
  channels: z.array(z.enum(ALERT_CHANNELS)).max(ALERT_CHANNELS.length).optional(),
  job: z.string().nullable().optional(),
  queue: z.string().nullable().optional(),
  type: z.string().nullable().optional(),
};

const newRule = z.strictObject({
  name: z.string(),
  condition,
  platform_id: tenantField.optional(),
  ...ruleFields,
});
const changedRule = z.strictObject({
  name: z.string().optional(),
  condition: condition.optional(),
  ...ruleFields,
});

interface Given {
  readonly condition?: z.infer<typeof condition> | undefined;
  readonly platform_id?: string | undefined;
}

/** The fields under the names that the scheduler has for them, without those that were not given. */
function read<T extends Given>({ condition: given, platform_id: _, ...rest }: T): Record<string, unknown> {
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined);
  if (given === undefined) return Object.fromEntries(fields);
  const { duration_ms: durationMs, ...others } = given;
  return { ...Object.fromEntries(fields), condition: { ...others, durationMs } };
}

export function alertsOf(node: SchedulerNode, principal: Principal, requested?: string): Alerts {
  const tenant = tenantOf(principal, requested);
  return tenant === null ? node.alerts : node.alerts.forTenant(tenant);
}

function changed(after: AlertRule, before?: AlertRule, status = 200): Answer {
  const body = ruleView(after);
  const object = { kind: 'alert_rule', id: after.id };
  return {
    status,
    body,
    audit: { object, after: body, ...(before === undefined ? {} : { before: ruleView(before) }) },
  };
}

const NAMES: Readonly<Record<string, string>> = {
  'condition.duration': 'condition.duration_ms',
  'condition.durationMs': 'condition.duration_ms',
};
const shared = { tag: 'Alerts', nameOf: (field: string) => NAMES[field] ?? field } as const;
const theRule = { 200: answer('The rule.', ruleSchema) };

export const ALERT_RULE_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/alert-rules',
    permission: 'alerts:read',
    operation: 'alertRules.list',
    summary: 'The rules of alerts by name, the built-in ones among them.',
    answers: { 200: answer('The rules.', z.array(ruleSchema)) },
    handle: async ({ node, principal }) => {
      const rules = await alertsOf(node, principal).rules();
      return { status: 200, body: rules.map(ruleView) };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/alert-rules',
    permission: 'alerts:write',
    operation: 'alertRules.create',
    summary: 'Creates a rule of alerts.',
    body: newRule,
    answers: { 201: answer('The rule.', ruleSchema) },
    handle: async ({ body, node, principal }) => {
      const input = read(body) as unknown as AlertRuleInput;
      return changed(await alertsOf(node, principal, body.platform_id).createRule(input), undefined, 201);
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/alert-rules/:id',
    permission: 'alerts:read',
    operation: 'alertRules.get',
    summary: 'A rule of alerts, by its name or id.',
    params: idParams,
    answers: theRule,
    handle: async ({ params: { id }, node, principal }) => ({
      status: 200,
      body: ruleView(await alertsOf(node, principal).rule(id)),
    }),
  }),
  route({
    ...shared,
    method: 'PATCH',
    path: '/alert-rules/:id',
    permission: 'alerts:write',
    operation: 'alertRules.update',
    summary: 'Changes, enables or disables a rule of alerts, the built-in ones among them.',
    params: idParams,
    body: changedRule,
    answers: theRule,
    handle: async ({ params: { id }, body, node, principal }) => {
      const alerts = alertsOf(node, principal);
      const before = await alerts.rule(id);
      return changed(await alerts.changeRule(id, read(body) as AlertRuleChanges), before);
    },
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: '/alert-rules/:id',
    permission: 'alerts:write',
    operation: 'alertRules.delete',
    summary: 'Deletes a rule of alerts, or takes back the changes of a built-in one.',
    params: idParams,
    answers: { 200: answer('What it was.', ruleSchema) },
    handle: async ({ params: { id }, node, principal }) => {
      const before = ruleView(await alertsOf(node, principal).deleteRule(id));
      return {
        status: 200,
        body: before,
        audit: { object: { kind: 'alert_rule', id: before.id }, before },
      };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/alert-rules/:id/test',
    permission: 'alerts:write',
    operation: 'alertRules.test',
    summary: 'Sends a test by the channels of a rule.',
    params: idParams,
    answers: {
      200: answer(
        'The executions that send it, by channel.',
        z.strictObject({
          rule: z.string(),
          sent: z.record(z.string(), z.string()),
          not_configured: z.array(z.enum(ALERT_CHANNELS)),
        }),
      ),
    },
    handle: async ({ params: { id }, node, principal }) => {
      const { rule, sent, notConfigured } = await alertsOf(node, principal).test(id);
      return {
        status: 200,
        body: { rule, sent, not_configured: [...notConfigured] },
        audit: { object: { kind: 'alert_rule', id }, after: { sent } },
      };
    },
  }),
];
