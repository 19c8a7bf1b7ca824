import type { Leader } from '../ports/leader-election.js';

/** `degraded`: it works, and somebody should look. `unhealthy`: it does not do its work. */
export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

/** `unknown`: the store was not asked, or did not answer. */
export type ComponentStatus = HealthStatus | 'unknown';

export type HealthComponent = 'scheduler' | 'database' | 'queue' | 'workers';

/** A warning degrades; an error or something critical makes it unhealthy. */
export type HealthSeverity = 'warning' | 'error' | 'critical';

export interface HealthIssue {
  readonly component: HealthComponent;
  readonly severity: HealthSeverity;
  /** Stable, for programs: such as `STORE_SLOW`, or the code of the error of the store. */
  readonly code: string;
  /** What is wrong and what to do, without connection URLs. */
  readonly message: string;
  /** Null: not known. */
  readonly since: Date | null;
}

export interface HealthOptions {
  /** Whether a node that was not started is unhealthy. Default true. False for a process that only looks or enqueues: its store is opened where it is not. */
  readonly mustRun?: boolean;
}

export interface HealthReport {
  readonly status: HealthStatus;
  readonly components: {
    readonly scheduler: {
      readonly status: HealthStatus;
      readonly node: string;
      /** Whether this node was started. */
      readonly running: boolean;
      /** False: every node ticks. */
      readonly distributed: boolean;
      /** Null: nobody leads, or nobody needs to. */
      readonly leader: Leader | null;
      /** The store's time minus this node's wall clock. Null: not known. */
      readonly clockSkewMs: number | null;
    };
    readonly database: {
      readonly status: ComponentStatus;
      /** The name that the store gives itself. */
      readonly name: string;
      /** How long an answer took. Null: there was none. */
      readonly latencyMs: number | null;
      readonly schema: SchemaHealth;
    };
    /** Over all queues. Null: they could not be counted. */
    readonly queue: {
      readonly status: ComponentStatus;
      readonly waiting: number | null;
      readonly delayed: number | null;
      readonly running: number | null;
      readonly deadLetters: number | null;
    };
    readonly workers: {
      readonly status: ComponentStatus;
      /** Nodes that run something now. Null: not known. */
      readonly activeCount: number | null;
      /** Executions whose node is dead or cut off. Null: not known. */
      readonly abandoned: number | null;
    };
  };
  /** The worst first. */
  readonly issues: readonly HealthIssue[];
  /** Since this node was started. 0: it was not. */
  readonly uptimeMs: number;
  readonly checkedAt: Date;
}

export interface SchemaHealth {
  /** `none`: the store needs no schema. `unknown`: it could not be asked. */
  readonly state: 'current' | 'mismatch' | 'none' | 'unknown';
  /** The steps that are missing. */
  readonly pending: readonly string[];
}
