/** Alerts that match are not announced until an instant. They fire all the same, and are shown. */
export interface AlertSilence {
  readonly id: string;
  /** The tenant whose alerts are silenced. Null: those of all tenants, and those without one. */
  readonly tenant: string | null;
  /** The name of a rule. Null: the alerts of all rules. */
  readonly rule: string | null;
  /** The id of a job or the name of a queue. Null: whatever the alert is about. */
  readonly subject: string | null;
  /** Who silenced them. */
  readonly createdBy: string;
  readonly reason: string;
  readonly until: Date;
  readonly revision: number;
  readonly createdAt: Date;
}
