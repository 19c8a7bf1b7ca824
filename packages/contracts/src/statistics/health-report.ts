import type { AlertSeverity } from '../alerts/alert-rule.js';
import type { AlertSubject } from '../alerts/alert.js';
import type { WaitingType } from '../ports/queue-repository.js';
import type { Leader } from '../ports/leader-election.js';
import type { DurationInput } from '../values/duration.js';

/** `degraded`: it works, but needs attention. `unhealthy`: it does not work. */
export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

/** `unknown`: the store was not queried, or did not answer. */
export type ComponentStatus = HealthStatus | 'unknown';

export type HealthComponent = 'scheduler' | 'database' | 'queue' | 'workers';

/** A warning makes the status degraded; an error or a critical issue makes it unhealthy. */
export type HealthSeverity = 'warning' | 'error' | 'critical';

export interface HealthIssue {
  readonly component: HealthComponent;
  readonly severity: HealthSeverity;
  /** A stable code for programs, such as `STORE_SLOW`, or the code of the store error. */
  readonly code: string;
  /** What is wrong and what to do, without connection URLs. */
  readonly message: string;
  /** When the issue began: what the store says, or when this node first saw it. Null: not known. */
  readonly since: Date | null;
}

export interface HealthOptions {
  /**
   * Whether a node that was not started is unhealthy. Default: true. False is for processes that only read or enqueue; the check opens
   * their store if necessary.
   */
  readonly mustRun?: boolean;
  /** How long the check waits for the store. What does not answer by then is an issue. Default: 1 s. */
  readonly timeout?: DurationInput;
}

export interface HealthReport {
  readonly status: HealthStatus;
  readonly components: {
    readonly scheduler: {
      readonly status: HealthStatus;
      readonly node: string;
      /** Whether this node was started. */
      readonly running: boolean;
      /** False: every node fires jobs, without a leader. */
      readonly distributed: boolean;
      /** Null: there is no leader, or none is needed. */
      readonly leader: Leader | null;
      /** The time of the store minus the wall clock of this node. Null: not known. */
      readonly clockSkewMs: number | null;
    };
    readonly database: {
      readonly status: ComponentStatus;
      /** The name that the store gives itself. */
      readonly name: string;
      /** The time that the store needed to answer. Null: it did not answer. */
      readonly latencyMs: number | null;
      readonly schema: SchemaHealth;
    };
    /** The counts over all queues. Null: they could not be read. */
    readonly queue: {
      readonly status: ComponentStatus;
      readonly waiting: number | null;
      readonly delayed: number | null;
      readonly running: number | null;
      readonly deadLetters: number | null;
      /** What waits in the queues of this node without a handler here, by queue and type. Null: not known, or the report is of one tenant. */
      readonly withoutHandler: readonly WaitingType[] | null;
    };
    readonly workers: {
      readonly status: ComponentStatus;
      /** The number of nodes that run executions now, and this one where it was started and is idle. Null: not known. */
      readonly activeCount: number | null;
      /** The number of executions whose node is dead or disconnected. Null: not known. */
      readonly abandoned: number | null;
    };
  };
  /** The most severe issues first. */
  readonly issues: readonly HealthIssue[];
  /** What fires now. It does not change the status. Null: not known, or the store keeps no alerts. */
  readonly alerts: FiringAlerts | null;
  /** The time since this node was started. 0: it was not started. */
  readonly uptimeMs: number;
  readonly checkedAt: Date;
}

/** The alerts that fire, by severity. */
export interface FiringAlerts {
  readonly critical: number;
  readonly warning: number;
  readonly info: number;
  /** At most 20: the worst first, and of one severity those that fire longest. */
  readonly worst: readonly FiringAlert[];
}

export interface FiringAlert {
  readonly id: string;
  /** The name of the rule. */
  readonly rule: string;
  readonly severity: AlertSeverity;
  /** Null: it is about everything that the rule looks at. */
  readonly subject: AlertSubject | null;
  /** What happened, in words. */
  readonly message: string;
  /** Since when it fires. */
  readonly since: Date;
}

export interface SchemaHealth {
  /** `none`: the store needs no schema. `unknown`: the store could not be queried. */
  readonly state: 'current' | 'mismatch' | 'none' | 'unknown';
  /** The migrations that are missing. */
  readonly pending: readonly string[];
}
