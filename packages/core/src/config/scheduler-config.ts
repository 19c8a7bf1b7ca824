import type {
  Backoff,
  BusinessCalendar,
  CircuitOptions,
  LogLevel,
  MissedRunPolicy,
} from '@scheduler/contracts';
import type { RateLimit, TypeRateLimit } from './limits-schema.js';
import type { AlertsConfig } from './alerts-schema.js';
import type { QuotasByTenant } from './quotas-schema.js';

/** The settings of a node, complete and checked. Durations are milliseconds. What stores and queues describe stands in sections besides. */
export interface SchedulerConfig {
  /** False: `start` does nothing but open the store, as in tests. */
  readonly enabled: boolean;
  /** Which store the application is to bind: the node itself works on whatever it is given. Null: nobody described or named one. */
  readonly store: string | null;
  /** What carries messages about work: `store`, which is the store itself, or a queue that was described. */
  readonly queue: string;
  /** The prefix of the names of tables, in every database. */
  readonly tablePrefix: string;
  /** The concurrency of each queue of this node. Empty: the node processes no queue. */
  readonly queues: Readonly<Record<string, number>>;
  /** The queues in which something more urgent may take the slot of something less urgent. */
  readonly preemption: readonly string[];
  /** False: this node never leads: it fires nothing that is due and keeps no house. Another node has to. */
  readonly peer: boolean;
  /** Concurrency of a queue that does not name its own. */
  readonly workers: number;
  /** The most threads for handlers with `runIn: 'thread'`. Null: as many as cores. */
  readonly threads: number | null;
  /** How often the store is polled, besides timers and wake-ups. */
  readonly pollIntervalMs: number;
  readonly defaultTimeoutMs: number;
  readonly retry: { readonly maxRetries: number; readonly backoff: Backoff };
  readonly missedRuns: MissedRunPolicy;
  readonly deadLetters: {
    readonly enabled: boolean;
    readonly queue: string;
    /** The type of job that takes dead letters; its executions run in `queue`. Null: they wait for a person. */
    readonly handler: string | null;
    readonly retentionMs: number;
    /** The most dead letters that are kept; older ones are deleted. */
    readonly maxEntries: number;
  };
  /** The jobs that the application declares. */
  readonly declared: {
    /** True: `start` changes the stored jobs to what is declared. */
    readonly atStart: boolean;
    /** What happens to a job that is not declared any more. */
    readonly orphans: 'pause' | 'keep' | 'delete';
    /** The application that declares the jobs: applications that share a store leave each other's jobs alone. */
    readonly application: string;
  };
  readonly retention: {
    readonly successMs: number;
    readonly failedMs: number;
    /** How long one-off jobs are kept after their end. */
    readonly jobsMs: number;
    /** How long runs of workflows are kept after their end, with their executions. */
    readonly workflowsMs: number;
    /** How long audit records are kept. */
    readonly auditMs: number;
    /** How long the events of the event log are kept, in whole days in UTC. Null: until somebody deletes them. */
    readonly eventsMs: number | null;
  };
  /** The log of a node that is given no logger. */
  readonly log: {
    readonly level: LogLevel;
    /** Null: `pretty` on a terminal, `json` elsewhere. */
    readonly format: 'pretty' | 'json' | null;
  };
  /** Where the REST API is served, by a program that serves it. */
  readonly http: {
    readonly host: string;
    /** 0: any free port. */
    readonly port: number;
    /** Where the API begins. Null: at its own default. */
    readonly basePath: string | null;
    readonly readOnly: boolean;
    /** Whether API keys of the store let somebody in. */
    readonly apiKeys: boolean;
    /** How long requests are still served after a signal to stop, while the probe already says that this process is not ready. */
    readonly drainMs: number;
    /** Where people find the dashboard, for links to it. Null: links are not shown. */
    readonly dashboardUrl: string | null;
  };
  readonly leadership: {
    /** True: only the leader ticks and keeps house. */
    readonly distributed: boolean;
    /** A label for people; the id of the node adds a random part. Null: the random part alone. */
    readonly instanceId: string | null;
    readonly lockTtlMs: number;
    readonly lockRefreshMs: number;
  };
  readonly lease: {
    readonly durationMs: number;
    readonly heartbeatMs: number;
    /** How long a node goes on without a successful heartbeat before it aborts its own handlers. */
    readonly selfAbortMs: number;
    readonly rescueIntervalMs: number;
    /** How long after its end a lease counts as lost. */
    readonly rescueGraceMs: number;
  };
  /** Token buckets that all nodes share; what is not named has no limit. */
  readonly rateLimits: {
    /** The limit of all executions together. Null: no limit. */
    readonly global: RateLimit | null;
    readonly queues: Readonly<Record<string, RateLimit>>;
    /** The limits by job type, for each tenant unless they are shared. */
    readonly types: Readonly<Record<string, TypeRateLimit>>;
    /** Named limits that only the application uses. */
    readonly custom: Readonly<Record<string, RateLimit>>;
  };
  /** The options of circuits by name. A circuit that is not named here has the defaults. */
  readonly circuits: Readonly<Record<string, CircuitOptions>>;
  /** What each tenant may have at most. Work without a tenant has no quotas. */
  readonly quotas: QuotasByTenant;
  /** How often rules of alerts are evaluated, and where alerts are sent. */
  readonly alerts: AlertsConfig;
  readonly shutdownGraceMs: number;
  /** Named business calendars, for jobs that leave out days off. */
  readonly calendars: Readonly<Record<string, BusinessCalendar>>;
  /** `refuse`: a job type that no handler here supports cannot be scheduled. `accept`: handlers live on other nodes. */
  readonly unknownTypes: 'refuse' | 'accept';
}
