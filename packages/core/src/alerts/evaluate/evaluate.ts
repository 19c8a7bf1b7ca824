import type { Alert, AlertRule, Logger } from '@scheduler/contracts';
import type { AlertRepository, ScheduleRepository } from '@scheduler/contracts/adapter';
import { announceAlerts, type AnnounceParts } from '../announce/announce-alerts.js';
import { allRecords } from '../records/all-records.js';
import { withBuiltIn } from '../rules/built-in-rules.js';
import { decide, type Reading } from './decide.js';
import { measure, type MeasureParts } from './measure.js';
import type { Round } from './measured.js';
import { ReadOnce } from './read-once.js';
import { writeDecision, type WriteParts } from './write-decision.js';

export interface EvaluateParts
  extends MeasureParts, Omit<WriteParts, 'alerts'>, Omit<AnnounceParts, 'alerts'> {
  readonly alerts: AlertRepository;
  readonly schedules: MeasureParts['schedules'] & Pick<ScheduleRepository, 'now'>;
  readonly logger: Logger;
}

/** What one round of evaluation came to. */
export interface EvaluationReport {
  /** The rules that are in force. */
  readonly rules: number;
  /** The rules that could not be measured, which was logged. */
  readonly failed: number;
  /** The alerts that fire now. */
  readonly firing: number;
  /** How many began to fire in this round, on this node. */
  readonly fired: number;
  /** How many were over in this round, on this node. */
  readonly resolved: number;
}

const OPEN = ['pending', 'firing', 'resolving'] as const;

/**
 * Measures every rule once, and writes what follows for its alerts. Safe on several nodes at once: each change is a compare-and-set, and
 * what is announced is marked as announced the same way.
 */
export async function evaluateAlerts(parts: EvaluateParts): Promise<EvaluationReport> {
  const now = await parts.schedules.now();
  const rules = await rulesInForce(parts);
  const open = await allRecords(parts.alerts.alerts, { tenant: null, statuses: OPEN });
  const round: Round = { now, readOnce: new ReadOnce() };
  const current: Alert[] = [];
  let failed = 0;
  for (const rule of rules) {
    const own = open.filter(({ ruleId }) => ruleId === rule.id);
    try {
      current.push(...(await evaluateRule(parts, { rule, own, round })));
    } catch (error) {
      failed += 1;
      current.push(...own);
      parts.logger.warn('a rule of alerts could not be measured', { rule: rule.name, error: String(error) });
    }
  }
  current.push(...(await endWithoutRule(parts, { rules, open, now })));
  await announceAlerts({ ...parts, alerts: parts.alerts }, current, now);
  const before = new Map(open.map((alert) => [alert.id, alert.status]));
  const isNew = (status: Alert['status']) => (alert: Alert) =>
    alert.status === status && before.get(alert.id) !== status;
  return {
    rules: rules.length,
    failed,
    firing: current.filter(({ status }) => status === 'firing').length,
    fired: current.filter(isNew('firing')).length,
    resolved: current.filter(isNew('resolving')).length,
  };
}

async function rulesInForce({ alerts }: EvaluateParts): Promise<readonly AlertRule[]> {
  const stored = await allRecords(alerts.rules, { tenant: null });
  return withBuiltIn(stored).filter(({ enabled }) => enabled);
}

interface RuleRound {
  readonly rule: AlertRule;
  /** The alerts of the rule that are not over, and those whose end was not announced yet. */
  readonly own: readonly Alert[];
  readonly round: Round;
}

async function evaluateRule(
  parts: EvaluateParts,
  { rule, own, round }: RuleRound,
): Promise<readonly Alert[]> {
  const { readings, isComplete } = await measure(parts, rule, round);
  const write = { ...parts, alerts: parts.alerts.alerts };
  const current: Alert[] = own.filter(({ status }) => status === 'resolving');
  const unseen = new Map(
    own.filter(({ status }) => status !== 'resolving').map((alert) => [keyOf(alert), alert]),
  );
  for (const reading of readings) {
    const open = unseen.get(keyOf(reading)) ?? null;
    unseen.delete(keyOf(reading));
    const decision = decide({ rule, reading, open, now: round.now });
    const alert = await writeDecision(write, { decision, rule, reading, open, now: round.now });
    if (alert !== null) current.push(alert);
  }
  for (const open of unseen.values()) {
    const decision = isComplete
      ? decide({ rule, reading: null, open, now: round.now })
      : ({ kind: 'nothing' } as const);
    const alert = await writeDecision(write, { decision, rule, reading: null, open, now: round.now });
    if (alert !== null) current.push(alert);
  }
  return current;
}

/** The length separates the parts, whatever characters they have. */
function keyOf({ subject }: Pick<Reading, 'subject'>): string {
  return subject === null ? '' : `${subject.kind}:${subject.id}`;
}

interface WithoutRule {
  readonly rules: readonly AlertRule[];
  readonly open: readonly Alert[];
  readonly now: Date;
}

/** Alerts of rules that were deleted or disabled are over. */
async function endWithoutRule(
  parts: EvaluateParts,
  { rules, open, now }: WithoutRule,
): Promise<readonly Alert[]> {
  const inForce = new Set(rules.map(({ id }) => id));
  const current: Alert[] = [];
  for (const alert of open.filter(({ ruleId }) => !inForce.has(ruleId))) {
    const kind = alert.status === 'firing' ? 'resolve' : alert.status === 'pending' ? 'forget' : 'nothing';
    const rule = { id: alert.ruleId, name: alert.rule } as AlertRule;
    const write = { ...parts, alerts: parts.alerts.alerts };
    const after = await writeDecision(write, { decision: { kind }, rule, reading: null, open: alert, now });
    if (after !== null) current.push(after);
  }
  return current;
}
