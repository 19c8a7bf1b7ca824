import type { Alert, AlertEventData, AlertRule, JsonObject } from '@scheduler/contracts';

/** What is announced of an alert. */
export type AlertChange = 'fired' | 'resolved';

/** What a channel is sent: the payload of its execution, and the body of a webhook. */
export interface AlertNotification extends JsonObject {
  readonly kind: AlertChange | 'test';
  readonly alert: AlertEventData & { readonly tenant: string | null };
}

export function eventDataOf(alert: Alert): AlertEventData {
  const { rule, severity, metric, operator, threshold, value, message } = alert;
  return {
    alertId: alert.id,
    rule,
    severity,
    metric,
    operator,
    threshold,
    value,
    message,
    subject: alert.subject === null ? null : { ...alert.subject },
    since: alert.since.toISOString(),
    firedAt: alert.firedAt?.toISOString() ?? null,
    resolvedAt: alert.resolvedAt?.toISOString() ?? null,
  };
}

export function notificationOf(alert: Alert, kind: AlertChange): AlertNotification {
  return { kind, alert: { ...eventDataOf(alert), tenant: alert.tenant } };
}

/** An alert that has never been, by which a channel is tried out. */
export function testNotification(rule: AlertRule, id: string, now: Date): AlertNotification {
  const { name, severity, condition, tenant } = rule;
  const { metric, operator, value } = condition;
  return {
    kind: 'test',
    alert: {
      alertId: id,
      rule: name,
      severity,
      metric,
      operator,
      threshold: value,
      value,
      message: `a test of the rule '${name}': nothing has happened`,
      subject: null,
      since: now.toISOString(),
      firedAt: now.toISOString(),
      resolvedAt: null,
      tenant,
    },
  };
}

/** One line for people: `[critical] scheduler-timeout-spike fires: …`. */
export function titleOf({ kind, alert }: AlertNotification): string {
  const what = { fired: 'fires', resolved: 'is over', test: 'is tested' }[kind];
  return `[${alert.severity}] ${alert.rule} ${what}`;
}

/** Some lines for people. */
export function textOf({ kind, alert }: AlertNotification): string {
  const over = alert.resolvedAt === null ? [] : [`Over at: ${alert.resolvedAt}`];
  const of = alert.tenant === null ? [] : [`Tenant: ${alert.tenant}`];
  return [alert.message, `Since: ${alert.since}`, ...(kind === 'resolved' ? over : []), ...of].join('\n');
}
