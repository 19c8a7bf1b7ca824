import {
  type Clock,
  type EventBus,
  type EventTriggers,
  type Execution,
  type HealthOptions,
  type HealthReport,
  type JobReference,
  type Scheduler,
  ShuttingDown,
  type StoreCapabilities,
  type StoreMigrations,
} from '@scheduler/contracts';
import type { Circuits } from '../policies/circuits/circuits.js';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import type { DeclaredJobs } from '../define/declared/declared-jobs.js';
import type { DeadLetters } from '../maintain/dead-letters/dead-letters.js';
import { explain } from '../reports/explain/explain.js';
import type { Explanation } from '../reports/explain/explain-job.js';
import type { Forecast } from '../reports/forecast/forecast.js';
import { forecastJobs, type ForecastQuery } from '../reports/forecast/forecast-jobs.js';
import type { Lifeline } from '../maintain/lease-maintenance.js';
import { prune, type PruneOptions, type PruneReport } from '../maintain/prune.js';
import type { JobMetrics } from '../execute/middleware/job-metrics.js';
import type { QueueControl } from '../work/queues/queue-control.js';
import type { RateLimits } from '../policies/rate-limits/rate-limits.js';
import type { Statistics } from '../reports/statistics/statistics.js';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import {
  checkCompatibility,
  type CompatibilityOptions,
  type CompatibilityReport,
} from '../reports/compatibility/compatibility.js';
import { withTimeout } from '../support/with-timeout.js';
import { drain, type DrainOptions, type DrainReport } from '../work/drain.js';
import { nodeLeadership, type NodeLeadership } from './node-leadership.js';
import type { NodeParts } from './node-parts.js';
import type { TickReport } from '../dispatch/tick-report.js';
import type { SchedulerNode } from './scheduler-node.js';
import { type WiredNode, wireNode } from './wire-node.js';

type Phase = 'idle' | 'running' | 'stopping' | 'stopped';

/** How long a stopping node waits for outcomes to be written after it has aborted its handlers. */
const SETTLE_GRACE_MS = 5_000;

/** One process of the scheduler. */
export class LocalSchedulerNode implements SchedulerNode {
  private phase: Phase = 'idle';
  private opened: Promise<void> | null = null;
  private stopped: Promise<void> | null = null;
  private drains = 0;
  /** The start by the monotonic clock. Null: the node does not run. */
  private runningSinceMs: number | null = null;
  private readonly wired: WiredNode;
  private readonly leads: NodeLeadership;

  constructor(private readonly parts: NodeParts) {
    this.wired = wireNode(parts, {
      isClosing: () => this.phase === 'stopped',
      open: () => this.open(),
      leader: () => this.leads.leader(),
      runningSinceMs: () => this.runningSinceMs,
    });
    this.leads = nodeLeadership({
      election: parts.leadership,
      leadership: this.wired.leadership,
      isDistributed: parts.config.leadership.distributed,
    });
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

  get migrations(): StoreMigrations | null {
    return this.parts.store.migrations;
  }

  get scheduler(): Scheduler {
    return this.wired.manager;
  }

  get declared(): DeclaredJobs {
    return this.wired.declared;
  }

  get queues(): QueueControl {
    return this.wired.queues;
  }

  get deadLetters(): DeadLetters {
    return this.wired.deadLetters;
  }

  get metrics(): JobMetrics {
    return this.wired.metrics;
  }

  get rateLimits(): RateLimits {
    return this.wired.rateLimits;
  }

  get circuits(): Circuits {
    return this.wired.circuits;
  }

  get statistics(): Statistics {
    return this.wired.statistics;
  }

  get recurrence(): RecurrenceEngine {
    return this.parts.recurrence;
  }

  get events(): EventBus {
    return this.wired.events;
  }

  get eventTriggers(): EventTriggers {
    return this.wired.manager;
  }

  get clock(): Clock {
    return this.parts.clock;
  }

  get jobTypes(): readonly string[] {
    return this.parts.handlers.types();
  }

  get running(): boolean {
    return this.phase === 'running';
  }

  open(): Promise<void> {
    this.opened ??= this.connect().catch((error: unknown) => {
      // The next call may try again, and connects anew.
      this.opened = null;
      if (this.phase === 'running') this.phase = 'idle';
      throw error;
    });
    return this.opened;
  }

  async start(): Promise<void> {
    if (this.phase === 'stopping') throw new ShuttingDown('start');
    if (this.phase === 'running') return;
    this.phase = 'running';
    this.runningSinceMs = this.parts.clock.monotonicMs();
    await this.open();
    if (!this.parts.config.enabled) return;
    await this.declared.reconcileAtStart();
    const { leases, worker, dispatchLoop, housekeeping, leadership } = this.wired;
    leases.start();
    await worker.start();
    await this.wired.fireAtStart();
    leadership.start();
    dispatchLoop.start();
    housekeeping.start();
  }

  stop(): Promise<void> {
    if (this.phase === 'stopping' && this.stopped !== null) return this.stopped;
    this.phase = 'stopping';
    this.runningSinceMs = null;
    this.stopped = this.shutDown();
    return this.stopped;
  }

  async tick(): Promise<TickReport> {
    await this.openFor('tick');
    return this.wired.dispatcher.tick();
  }

  async drain(options: DrainOptions = {}): Promise<DrainReport> {
    await this.openFor('drain');
    const { id, engine, leases, claims } = this.wired;
    const { config } = this.parts;
    leases.start();
    this.drains += 1;
    try {
      return await drain(
        {
          node: id,
          queues: config.queues,
          leaseMs: config.lease.durationMs,
          claims,
          engine,
          isStopping: () => this.phase === 'stopping' || this.phase === 'stopped',
        },
        options,
      );
    } finally {
      this.drains -= 1;
      if (this.drains === 0 && this.phase !== 'running') await leases.stop();
    }
  }

  async prune(options: PruneOptions = {}): Promise<PruneReport> {
    await this.openFor('prune');
    const { executions, config, schedules } = this.parts;
    return prune({ ...options, executions, config, now: await schedules.now() });
  }

  async explain(
    reference: JobReference,
    { limit = 50, tenant }: { readonly limit?: number; readonly tenant?: string } = {},
  ): Promise<Explanation> {
    await this.openFor('explain');
    const { schedules, queues, handlers, recurrence } = this.parts;
    const scheduler = tenant === undefined ? this.scheduler : this.scheduler.forTenant(tenant);
    const { ports } = this.wired;
    const rateLimits = ports.has('rateLimits') ? this.rateLimits : null;
    const circuits = ports.has('circuits') ? this.circuits : null;
    const now = () => schedules.now();
    const parts = { scheduler, queues, rateLimits, circuits, handlers, recurrence, now };
    return explain(parts, reference, limit);
  }

  async checkCompatibility(options: CompatibilityOptions = {}): Promise<CompatibilityReport> {
    await this.openFor('checkCompatibility');
    return checkCompatibility(this.parts, options);
  }

  health(options: HealthOptions = {}): Promise<HealthReport> {
    return this.wired.health.check(options);
  }

  async forecast(query: ForecastQuery): Promise<Forecast> {
    await this.openFor('forecast');
    const { schedules, recurrence } = this.parts;
    const { scheduler, queues } = this;
    return forecastJobs({ scheduler, queues, recurrence, now: () => schedules.now() }, query);
  }

  async runningJobs(): Promise<readonly Execution[]> {
    await this.openFor('runningJobs');
    const running = {
      tenant: null,
      statuses: ['running'],
      sortOrder: 'asc',
      limit: 1_000,
      offset: 0,
    } as const;
    return (await this.parts.executions.list(running)).items;
  }

  get leadership(): NodeLeadership {
    return this.leads;
  }

  get lifeline(): Lifeline {
    return this.wired.lifeline;
  }

  private async connect(): Promise<void> {
    await this.parts.store.open();
    await this.wired.storeTime.asking(
      () => this.parts.schedules.now(),
      (now) => now,
    );
    this.wired.listen();
  }

  /** Stops claiming, lets handlers finish, aborts and gives back the rest, and closes. Leases are renewed until the end. */
  private async shutDown(): Promise<void> {
    const { clock, config } = this.parts;
    const { leases, worker, dispatchLoop, housekeeping, leadership, engine, stopListening } = this.wired;
    await Promise.all([dispatchLoop.stop(), housekeeping.stop(), leadership.stop(), worker.stopClaiming()]);
    const finished = await withTimeout(clock, config.shutdownGraceMs, worker.idle());
    if (!finished) {
      engine.interruptAll('the node is stopping');
      await withTimeout(clock, SETTLE_GRACE_MS, engine.allSettled());
    }
    await leases.stop();
    stopListening();
    await withTimeout(clock, SETTLE_GRACE_MS, this.wired.functions.idle());
    this.phase = 'stopped';
    await this.parts.store.close();
    this.opened = null;
    this.phase = 'idle';
  }

  private async openFor(operation: string): Promise<void> {
    if (this.phase === 'stopping' || this.phase === 'stopped') throw new ShuttingDown(operation);
    await this.open();
  }
}
