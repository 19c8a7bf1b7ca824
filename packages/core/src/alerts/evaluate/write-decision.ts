import { type Alert, type AlertRule, formatDuration, type IdGenerator } from '@scheduler/contracts';
import type { AlertRecords } from '@scheduler/contracts/adapter';
import { saveAlert } from '../records/save-alert.js';
import { METRICS } from '../rules/metrics.js';
import type { Decision, Reading } from './decide.js';

export interface WriteParts {
  readonly alerts: Pick<AlertRecords<Alert>, 'add' | 'save' | 'delete'>;
  readonly ids: IdGenerator;
}

export interface Decided {
  readonly decision: Decision;
  readonly rule: AlertRule;
  /** Null: there is nothing to measure any more. */
  readonly reading: Reading | null;
  readonly open: Alert | null;
  readonly now: Date;
}

/**
 * Writes what was decided, by compare-and-set: where another node was faster, nothing is written. Returns the alert as it stands now. Null:
 * there is none, or somebody else has changed it and goes on with it.
 */
export async function writeDecision(parts: WriteParts, decided: Decided): Promise<Alert | null> {
  const { decision, open, now, rule, reading } = decided;
  if (decision.kind === 'begin') {
    const record = begun(parts, decided, decision);
    return (await parts.alerts.add({ record })) ? record : null;
  }
  if (open === null || decision.kind === 'nothing') return open;
  switch (decision.kind) {
    case 'fire': {
      const { value } = decision;
      const message = messageOf(rule, reading, value);
      return saveAlert(parts.alerts, open, { status: 'firing', firedAt: now, value, message });
    }
    case 'measure':
      return saveAlert(parts.alerts, open, {
        value: decision.value,
        message: messageOf(rule, reading, decision.value),
      });
    case 'restart':
      return saveAlert(parts.alerts, open, { baseline: decision.baseline, since: now, value: 0 });
    case 'resolve':
      return saveAlert(parts.alerts, open, { status: 'resolving', resolvedAt: now });
    case 'forget':
      await parts.alerts.delete({ id: open.id, expectedRevision: open.revision });
      return null;
  }
}

function begun(
  { ids }: WriteParts,
  { rule, reading, now }: Decided,
  { status, value, baseline }: Extract<Decision, { kind: 'begin' }>,
): Alert {
  const { metric, operator, value: threshold, durationMs } = rule.condition;
  return {
    id: ids.next(),
    ruleId: rule.id,
    rule: rule.name,
    severity: rule.severity,
    channels: rule.channels,
    metric,
    operator,
    threshold,
    durationMs,
    tenant: reading?.tenant ?? rule.tenant,
    subject: reading?.subject ?? null,
    status,
    value,
    baseline,
    message: messageOf(rule, reading, value),
    announced: false,
    since: now,
    firedAt: status === 'firing' ? now : null,
    resolvedAt: null,
    revision: 1,
    createdAt: now,
  };
}

/** Such as `executions that fail: 25 % over 5m, more than 10 %`. */
function messageOf(rule: AlertRule, reading: Reading | null, value: number): string {
  if (reading?.message !== undefined) return reading.message;
  const { metric, operator, value: threshold, durationMs } = rule.condition;
  const { words, unit } = METRICS[metric];
  const of = reading?.subject ?? targetOf(rule);
  const about = of === null ? '' : ` of the ${of.kind} '${of.name}'`;
  const over = durationMs === 0 ? '' : ` over ${formatDuration(durationMs)}`;
  return `${words}${about}: ${inUnit(value, unit)}${over}, ${OPERATORS[operator]} ${inUnit(threshold, unit)}`;
}

const OPERATORS: Readonly<Record<AlertRule['condition']['operator'], string>> = {
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  eq: 'equal to',
  ne: 'other than',
};

function targetOf({ job, queue, type }: AlertRule): { readonly kind: string; readonly name: string } | null {
  if (queue !== null) return { kind: 'queue', name: queue };
  if (type !== null) return { kind: 'type', name: type };
  return job === null ? null : { kind: 'job', name: job };
}

function inUnit(value: number, unit: (typeof METRICS)[keyof typeof METRICS]['unit']): string {
  const rounded = Math.round(value * 100) / 100;
  if (unit === 'percent') return `${rounded} %`;
  return unit === 'ms' ? formatDuration(Math.round(value)) : String(rounded);
}
