import type {
  CalendarExporter,
  Clock,
  EventBus,
  EventTriggers,
  Execution,
  HealthOptions,
  HealthReport,
  JobReference,
  Scheduler,
  StoreCapabilities,
  StoreMigrations,
} from '@scheduler/contracts';
import type { Alerts } from '../alerts/alerts.js';
import type { Access } from '../access/access.js';
import type { Circuits } from '../policies/circuits/circuits.js';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import type { PruneOptions, PruneReport } from '../maintain/prune.js';
import type { DeclaredJobs } from '../define/declared/declared-jobs.js';
import type { DeadLetters } from '../maintain/dead-letters/dead-letters.js';
import type { JobMetrics } from '../execute/middleware/job-metrics.js';
import type { Explanation } from '../reports/explain/explain-job.js';
import type { CalendarQuery } from '../reports/calendar/export-calendar.js';
import type { Forecast } from '../reports/forecast/forecast.js';
import type { ForecastQuery } from '../reports/forecast/forecast-jobs.js';
import type { Lifeline } from '../maintain/lease-maintenance.js';
import type { EventHistory } from '../event-log/event-history.js';
import type { EventReaders } from '../event-log/readers/event-readers.js';
import type { NodeLeadership } from './node-leadership.js';
import type { NodeWorkflows } from './node-workflows.js';
import type { TickReport } from '../dispatch/tick-report.js';
import type { DrainOptions, DrainReport } from '../work/drain.js';
import type { QueueControl } from '../work/queues/queue-control.js';
import type { RateLimits } from '../policies/rate-limits/rate-limits.js';
import type { Statistics } from '../reports/statistics/statistics.js';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import type { CompatibilityOptions, CompatibilityReport } from '../reports/compatibility/compatibility.js';

export interface StartOptions {
  /**
   * The queues that this process works on, each with how many run at once, instead of those of the configuration. A number that an operator
   * has set with `queues.scale` still wins.
   */
  readonly queues?: Readonly<Record<string, number>>;
}

/** One process of the scheduler: its parts wired together, and their start and stop. */
export interface SchedulerNode {
  /** Random for each start. */
  readonly id: string;
  readonly config: SchedulerConfig;
  readonly store: StoreCapabilities;
  /** The schema of the store; it can be migrated before the node is opened. Null: the store has no schema. */
  readonly migrations: StoreMigrations | null;
  readonly scheduler: Scheduler;
  /** The jobs that the application declares, against those that are stored. `start` reconciles them. */
  readonly declared: DeclaredJobs;
  /** Pauses, resumes and scales queues, and reports their statistics. */
  readonly queues: QueueControl;
  /** Executions that failed for good and wait for a person. */
  readonly deadLetters: DeadLetters;
  /** Metrics of the handlers on this node, collected by the middleware `metrics`; empty without it. */
  readonly metrics: Pick<JobMetrics, 'all' | 'of'>;
  /** The configured rate limits: acquires tokens, and reports their status. */
  readonly rateLimits: RateLimits;
  /** The circuits that protect services which may be down. */
  readonly circuits: Circuits;
  /** API keys, the audit log and idempotency keys. Every call is refused where the store keeps none. */
  readonly access: Access;
  /** Rules of alerts, alerts and silences. Every call is refused where the store keeps none. */
  readonly alerts: Alerts;
  /** The workflows that the program gave to this node, and what others need to look after stored runs. */
  readonly workflows: NodeWorkflows;
  /** Reads the event log. Every call is refused where the store has none, or where it is off. */
  readonly eventLog: EventHistory;
  /** The subscriptions and projections of all nodes: how far they are, and what is done about those that cannot go on. */
  readonly eventReaders: EventReaders;
  /** Statistics over all nodes, computed by the store. */
  readonly statistics: Statistics;
  readonly recurrence: RecurrenceEngine;
  /** Writes jobs as calendars (`createCalendarExporter` of @scheduler/calendar). Every call is refused where the application gives none. */
  readonly calendarExporter: CalendarExporter;
  /** Events of an application that are published here also reach its stored event handlers, and the jobs that wait for them. */
  readonly events: EventBus;
  /** The handlers of events; the same as on the scheduler. */
  readonly eventTriggers: EventTriggers;
  readonly clock: Clock;
  /** The job types that the registered handlers list. */
  readonly jobTypes: readonly string[];
  readonly running: boolean;
  /** Connects the store. Called by `start`; enough by itself for a process that only schedules or reads. */
  open(): Promise<void>;
  /** Ticks and works until `stop`. */
  start(options?: StartOptions): Promise<void>;
  /** Lets running handlers finish within the grace period, gives the rest back, and closes the store. */
  stop(): Promise<void>;
  /** Fires what is due, once. */
  tick(): Promise<TickReport>;
  /** Runs in this process what is claimable now, until nothing is left. */
  drain(options?: DrainOptions): Promise<DrainReport>;
  /**
   * Deletes executions and ended one-off jobs that are older than their retention, once. A running node does it by itself: executions
   * every minute, jobs every hour. With `upkeep` the database's own maintenance follows, which a node never runs by itself.
   */
  prune(options?: PruneOptions): Promise<PruneReport>;
  /** Why a job did or did not run, by its latest occurrences; 50 by default. Throws JobNotFound. */
  explain(
    job: JobReference,
    options?: { readonly limit?: number; readonly tenant?: string },
  ): Promise<Explanation>;
  /** Whether the jobs and the waiting executions that are stored fit the handlers and schemas of this build. Changes nothing. */
  checkCompatibility(options?: CompatibilityOptions): Promise<CompatibilityReport>;
  /** Whether node, store, queues and workers are healthy. Never throws. */
  health(options?: HealthOptions): Promise<HealthReport>;
  /** What will run according to the stored jobs: how much in each hour, where runs collide, and whether the slots are enough. */
  forecast(query: ForecastQuery): Promise<Forecast>;
  /** The iCalendar text of active jobs. Throws FeatureNotSupported where the application has no calendar exporter. */
  exportCalendar(query?: CalendarQuery): Promise<string>;
  /** The election of the node that ticks and cleans up for all nodes. */
  readonly leadership: NodeLeadership;
  /** Renews leases, and rescues the executions of dead nodes. */
  readonly lifeline: Lifeline;
  /** The executions that run now, on all nodes, oldest first; at most 1,000. */
  runningJobs(): Promise<readonly Execution[]>;
}
