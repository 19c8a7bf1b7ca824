/** What a rule measures. The names of metrics are those of the exporters where both have the metric. */
export const ALERT_METRICS = [
  'scheduler.failure_rate',
  'scheduler.timeout_count',
  'scheduler.executions.rate',
  'scheduler.executions.success_rate',
  'scheduler.executions.duration_p95',
  'scheduler.jobs.total',
  'scheduler.jobs.active',
  'scheduler.jobs.failed',
  'scheduler.jobs.overdue',
  'scheduler.jobs.unsuccessful',
  'scheduler.queue.size',
  'scheduler.queue.processing',
  'scheduler.queue.growth',
  'scheduler.dead_letters',
  'scheduler.dead_letters.added',
  'scheduler.dispatch.lag',
] as const;

export type AlertMetric = (typeof ALERT_METRICS)[number];

export const ALERT_OPERATORS = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'] as const;

/** How the value of the metric is compared with that of the rule. */
export type AlertOperator = (typeof ALERT_OPERATORS)[number];

export const ALERT_SEVERITIES = ['info', 'warning', 'critical'] as const;

export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export const ALERT_CHANNELS = ['dashboard', 'log', 'event', 'webhook', 'slack', 'email'] as const;

/**
 * Where an alert is announced. `dashboard`: it is shown by the dashboard, `alert:list`, `doctor` and health, as every alert is. `log`: a line
 * in the log of the node. `event`: `scheduler:alert.fired` and `scheduler:alert.resolved` on the bus. The others are configured.
 */
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** When a rule is met: the metric compares with the value, over the duration. */
export interface AlertCondition {
  readonly metric: AlertMetric;
  readonly operator: AlertOperator;
  readonly value: number;
  /** What is counted over time is counted over this duration; everything else must hold for it without a break. */
  readonly durationMs: number;
}

/** What a rule looks at, where it does not look at everything. At most one of the three is set. */
export interface AlertTarget {
  /** The id of a job. */
  readonly job: string | null;
  readonly queue: string | null;
  readonly type: string | null;
}

/** A rule as data. It has a name of its own within its tenant. */
export interface AlertRule extends AlertTarget {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly severity: AlertSeverity;
  readonly condition: AlertCondition;
  readonly channels: readonly AlertChannel[];
  /** The tenant whose work it looks at. Null: all work, of all tenants and of none. */
  readonly tenant: string | null;
  /** True: it came with the scheduler. It can be changed and disabled; deleting it takes the changes back. */
  readonly builtIn: boolean;
  /** Grows with every change. 0: a rule of the scheduler that nobody has changed. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
