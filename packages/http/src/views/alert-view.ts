import {
  type Alert,
  ALERT_CHANNELS,
  ALERT_METRICS,
  ALERT_OPERATORS,
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  type AlertRule,
  type AlertSilence,
} from '@scheduler/contracts';
import { z } from 'zod';
import { optionalTime, time } from '../fields/json-fields.js';
import { snaked } from '../fields/snake-case.js';

const tenant = z.string().nullable();

export const ruleSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    severity: z.enum(ALERT_SEVERITIES),
    condition: z.strictObject({
      metric: z.enum(ALERT_METRICS),
      operator: z.enum(ALERT_OPERATORS),
      value: z.number(),
      duration_ms: z.int(),
    }),
    channels: z.array(z.enum(ALERT_CHANNELS)),
    job: z.string().nullable(),
    queue: z.string().nullable(),
    type: z.string().nullable(),
    platform_id: tenant,
    built_in: z.boolean(),
    revision: z.int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'AlertRule' });

export const alertSchema = z
  .strictObject({
    id: z.string(),
    rule_id: z.string(),
    rule: z.string(),
    severity: z.enum(ALERT_SEVERITIES),
    channels: z.array(z.enum(ALERT_CHANNELS)),
    metric: z.enum(ALERT_METRICS),
    operator: z.enum(ALERT_OPERATORS),
    threshold: z.number(),
    duration_ms: z.int(),
    platform_id: tenant,
    subject: z.strictObject({ kind: z.enum(['job', 'queue']), id: z.string(), name: z.string() }).nullable(),
    status: z.enum(ALERT_STATUSES),
    value: z.number(),
    baseline: z.number().nullable(),
    message: z.string(),
    announced: z.boolean().meta({ description: 'False while it is silenced.' }),
    since: time,
    fired_at: optionalTime,
    resolved_at: optionalTime,
    revision: z.int(),
    created_at: time,
  })
  .meta({ id: 'Alert' });

export const silenceSchema = z
  .strictObject({
    id: z.string(),
    platform_id: tenant,
    rule: z.string().nullable(),
    subject: z.string().nullable(),
    created_by: z.string(),
    reason: z.string(),
    until: time,
    revision: z.int(),
    created_at: time,
  })
  .meta({ id: 'AlertSilence' });

export function ruleView(rule: AlertRule): z.infer<typeof ruleSchema> {
  const { tenant: owner, ...rest } = rule;
  return { ...snaked(rest), platform_id: owner };
}

export function alertView(alert: Alert): z.infer<typeof alertSchema> {
  const { tenant: owner, ...rest } = alert;
  return { ...snaked(rest), platform_id: owner };
}

export function silenceView(silence: AlertSilence): z.infer<typeof silenceSchema> {
  const { tenant: owner, ...rest } = silence;
  return { ...snaked(rest), platform_id: owner };
}
