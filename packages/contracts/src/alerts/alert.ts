import type { AlertChannel, AlertMetric, AlertOperator, AlertSeverity } from './alert-rule.js';

export const ALERT_STATUSES = ['pending', 'firing', 'resolving', 'resolved'] as const;

/**
 * `pending`: the condition holds, not yet for the duration of its rule. `firing`: it has. `resolving`: it is over, and its channels have not
 * been told yet. `resolved`: it is over.
 */
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** What one alert of a rule is about, where a rule has an alert for each of several things. */
export interface AlertSubject {
  readonly kind: 'job' | 'queue';
  /** The id of the job, or the name of the queue. */
  readonly id: string;
  readonly name: string;
}

/** One time that a rule was met, from its beginning to its end. It says by itself what it was about, whatever becomes of the rule. */
export interface Alert {
  readonly id: string;
  /** The id of the rule. */
  readonly ruleId: string;
  /** The name of the rule. */
  readonly rule: string;
  readonly severity: AlertSeverity;
  readonly channels: readonly AlertChannel[];
  readonly metric: AlertMetric;
  readonly operator: AlertOperator;
  /** The value of the rule. */
  readonly threshold: number;
  readonly durationMs: number;
  /** The tenant of the rule, or of the subject. Null: none. */
  readonly tenant: string | null;
  /** Null: it is about everything that the rule looks at. */
  readonly subject: AlertSubject | null;
  readonly status: AlertStatus;
  /** The value that was measured last while the condition held. */
  readonly value: number;
  /** What was measured when it began, for metrics that compare with it. Null: the metric does not. */
  readonly baseline: number | null;
  /** What happened, in words. */
  readonly message: string;
  /** Whether its channels were told that it fires. False while it is silenced. */
  readonly announced: boolean;
  /** Since when the condition holds. */
  readonly since: Date;
  /** Null: it has never fired. */
  readonly firedAt: Date | null;
  /** Null: it is not over. */
  readonly resolvedAt: Date | null;
  readonly revision: number;
  readonly createdAt: Date;
}
