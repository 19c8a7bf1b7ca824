import {
  type CalendarExporter,
  type Clock,
  type Execution,
  type HealthOptions,
  type HealthReport,
  type JobReference,
  type StoreCapabilities,
} from '@scheduler/contracts';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import { type CalendarQuery, exportCalendar } from '../reports/calendar/export-calendar.js';
import { explain } from '../reports/explain/explain.js';
import type { Explanation } from '../reports/explain/explain-job.js';
import type { Forecast } from '../reports/forecast/forecast.js';
import { forecastJobs, type ForecastQuery } from '../reports/forecast/forecast-jobs.js';
import type { Lifeline } from '../maintain/lease-maintenance.js';
import type { PruneOptions, PruneReport } from '../maintain/prune.js';
import { pruneOnRequest } from '../maintain/prune-on-request.js';
import type { JobMetrics } from '../execute/middleware/job-metrics.js';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import {
  checkCompatibility,
  type CompatibilityOptions,
  type CompatibilityReport,
} from '../reports/compatibility/compatibility.js';
import { drain, type DrainOptions, type DrainReport } from '../work/drain.js';
import { nodeLeadership, type NodeLeadership } from './node-leadership.js';
import { NodeLifetime } from './node-lifetime.js';
import type { NodeParts } from './node-parts.js';
import type { NodeWorkflows } from './node-workflows.js';
import { nodeServices, type NodeServices } from './node-services.js';
import { admissionOf, type NodeState, type NodeUse } from './node-state.js';
import type { TickReport } from '../dispatch/tick-report.js';
import type { SchedulerNode, StartOptions } from './scheduler-node.js';
import { runningJobs } from './running-jobs.js';
import { shutDown } from './shut-down.js';
import { ServicesOfNode } from './services-of-node.js';
import { startLoops, stopLoops } from './loops.js';
import { nullCalendarExporter } from '../system/null-calendar-exporter.js';
import { nextTurnIfStarved } from '../support/next-turn.js';
import { withCauses } from '../event-log/caused-ports.js';
import { LogChanges } from '../event-log/log-changes.js';
import { holdStore, releaseStore } from './store-holders.js';
import { type WiredNode, wireNode } from './wire-node.js';
import type { WorkflowServices } from './workflow-engine.js';
import { workflowServices } from './workflow-services.js';

/** One process of the scheduler. */
export class LocalSchedulerNode extends ServicesOfNode implements SchedulerNode {
  private readonly lifetime = new NodeLifetime(
    () => this.connect(),
    () => nextTurnIfStarved(this.parts.clock),
  );
  private starting: Promise<void> = Promise.resolve();
  private stopping: Promise<void> = Promise.resolve();
  private closing: Promise<void> = Promise.resolve();
  private drains = 0;
  /** The start by the monotonic clock. Null: the node does not run. */
  private runningSinceMs: number | null = null;
  private notRunningSince: Date;
  private readonly wired: WiredNode;
  protected readonly services: NodeServices;

  private readonly parts: NodeParts;

  constructor(given: NodeParts) {
    super();
    const changes = new LogChanges();
    const parts = withCauses(given, () => this.id, changes);
    this.parts = parts;
    this.notRunningSince = parts.clock.now();
    this.wired = wireNode(parts, {
      isClosing: () => this.lifetime.state === 'stopped',
      open: () => this.open(),
      leader: () => leadership.leader(),
      runningSinceMs: () => this.runningSinceMs,
      notRunningSince: () => (this.runningSinceMs === null ? this.notRunningSince : null),
      isBusy: () => this.wired.leases.all().length > 0,
      slots: () => this.wired.worker.slotCount,
      admit: (operation) => this.openFor(operation),
      changes,
    });
    const leadership = nodeLeadership({
      election: parts.leadership,
      leadership: this.wired.leadership,
      isDistributed: parts.config.leadership.distributed,
    });
    const { migrations } = parts.store;
    this.services = nodeServices({ wired: this.wired, leadership, migrations }, this.lifetime);
    parts.workflowEngine?.attach(this.workflowServices());
  }

  get id(): string {
    return this.wired.id;
  }

  get config(): SchedulerConfig {
    return this.parts.config;
  }

  get store(): StoreCapabilities {
    return this.parts.store.capabilities;
  }

  get metrics(): JobMetrics {
    return this.wired.metrics;
  }

  get recurrence(): RecurrenceEngine {
    return this.parts.recurrence;
  }

  get calendarExporter(): CalendarExporter {
    return this.parts.calendarExporter ?? nullCalendarExporter;
  }

  get clock(): Clock {
    return this.parts.clock;
  }

  get jobTypes(): readonly string[] {
    return this.parts.handlers.types();
  }

  get workflows(): NodeWorkflows {
    return { engine: this.parts.workflowEngine ?? null, services: () => this.workflowServices() };
  }

  get running(): boolean {
    return this.lifetime.state === 'running';
  }

  async open(): Promise<void> {
    await this.lifetime.open();
  }

  async start({ queues }: StartOptions = {}): Promise<void> {
    const before = this.lifetime.enter('start');
    if (before !== 'running') this.starting = this.run(before, queues);
    await this.starting;
  }

  stop(): Promise<void> {
    const before = this.lifetime.enter('stop');
    if (before === 'stopping' || before === 'stopped') return this.stopping;
    this.runningSinceMs = null;
    const { clock, logger, config } = this.parts;
    this.notRunningSince = clock.now();
    this.stopping = shutDown({
      clock,
      logger,
      graceMs: config.shutdownGraceMs,
      wired: this.wired,
      started: this.starting,
      close: () => this.close(),
    });
    return this.stopping;
  }

  async tick(): Promise<TickReport> {
    await this.openFor('tick', 'work');
    return this.wired.dispatcher.tick();
  }

  async drain(options: DrainOptions = {}): Promise<DrainReport> {
    await this.openFor('drain', 'work');
    const { id, leases } = this.wired;
    const { config, clock, handlers, queues: counts } = this.parts;
    leases.start();
    this.drains += 1;
    try {
      return await drain(
        {
          ...this.wired,
          node: id,
          queues: config.queues,
          leaseMs: config.lease.durationMs,
          clock,
          waiting: { queues: counts, handlers },
          isStopping: () => admissionOf(this.lifetime.state, 'work') === 'refused',
        },
        options,
      );
    } finally {
      this.drains -= 1;
      if (this.drains === 0 && !this.running) await leases.stop();
    }
  }

  async prune(options: PruneOptions = {}): Promise<PruneReport> {
    await this.openFor('prune');
    return pruneOnRequest(this.parts, options);
  }

  async explain(
    reference: JobReference,
    { limit = 50, tenant }: { readonly limit?: number; readonly tenant?: string } = {},
  ): Promise<Explanation> {
    await this.openFor('explain');
    const { schedules, queues, handlers, recurrence } = this.parts;
    const scheduler = tenant === undefined ? this.scheduler : this.scheduler.forTenant(tenant);
    const { ports, expectations } = this.wired;
    const rateLimits = ports.has('rateLimits') ? this.rateLimits : null;
    const circuits = ports.has('circuits') ? this.circuits : null;
    const now = () => schedules.now();
    const parts = { scheduler, queues, rateLimits, circuits, handlers, expectations, recurrence, now };
    return explain(parts, reference, limit);
  }

  async checkCompatibility(options: CompatibilityOptions = {}): Promise<CompatibilityReport> {
    await this.openFor('checkCompatibility');
    return checkCompatibility(this.parts, options);
  }

  health(options: HealthOptions = {}): Promise<HealthReport> {
    return this.wired.health.check(options);
  }

  async exportCalendar(query: CalendarQuery = {}): Promise<string> {
    await this.openFor('exportCalendar');
    return exportCalendar({ scheduler: this.scheduler, exporter: this.calendarExporter }, query);
  }

  async forecast(query: ForecastQuery): Promise<Forecast> {
    await this.openFor('forecast');
    const { schedules, recurrence } = this.parts;
    const { scheduler, queues } = this;
    return forecastJobs({ scheduler, queues, recurrence, now: () => schedules.now() }, query);
  }

  async runningJobs(): Promise<readonly Execution[]> {
    await this.openFor('runningJobs');
    return runningJobs(this.parts.executions);
  }

  get leadership(): NodeLeadership {
    return this.services.leadership;
  }

  get lifeline(): Lifeline {
    return this.services.lifeline;
  }

  private async connect(): Promise<void> {
    const { store, schedules } = this.parts;
    // A store that is still being closed is not opened meanwhile.
    await this.closing;
    await store.open();
    holdStore(store, this);
    await this.wired.storeTime.asking(
      () => schedules.now(),
      (now) => now,
    );
    this.wired.listen();
  }

  private async run(before: NodeState, queues: StartOptions['queues']): Promise<void> {
    this.runningSinceMs = this.parts.clock.monotonicMs();
    try {
      await this.lifetime.open();
      if (this.parts.config.enabled) await startLoops(this.wired, () => this.running, queues);
    } catch (error) {
      this.runningSinceMs = null;
      this.lifetime.abandonStart(before);
      await stopLoops(this.wired, this.parts.logger);
      if (this.drains === 0) await this.wired.leases.stop();
      throw error;
    }
  }

  /** A store that several nodes of this process share is closed by the last of them. */
  private async close(): Promise<void> {
    const { store } = this.parts;
    this.lifetime.closed();
    if (!releaseStore(store, this)) return;
    const closing = store.close();
    this.closing = closing.catch(() => undefined);
    await closing;
  }

  private workflowServices(): WorkflowServices {
    const { scheduler } = this.services;
    return workflowServices(this.parts, this.wired, { scheduler, admit: (call) => this.openFor(call) });
  }

  private async openFor(operation: string, use: NodeUse = 'store'): Promise<void> {
    const opening = this.lifetime.admit(operation, { use });
    if (opening !== null) await opening;
  }
}
