import {
  type Clock,
  type EventTriggers,
  FeatureNotSupported,
  type HealthOptions,
  type HealthReport,
  type IdGenerator,
  type JobReference,
  type JobStatistics,
  type Logger,
  type MetricsQuery,
  type ScheduledJob,
  type SchedulerMetrics,
} from '@scheduler/contracts';
import type {
  AccessRepository,
  AlertRepository,
  CircuitRepository,
  EventLog,
  ExecutionRepository,
  FireResult,
  JobQueue,
  LeaderElection,
  RateLimitRepository,
  ScheduleRepository,
  StoreTime,
  TenantScope,
  WorkflowRepository,
} from '@scheduler/contracts/adapter';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import type { ExecutionEvents } from '../signals/events/execution-events.js';
import type { JobEvents } from '../signals/events/job-events.js';
import { checkExpectation } from './check-expectation.js';
import { type CheckedWork, checkPayload } from '../execute/call-handler.js';
import type { HandlerRegistry } from '../execute/handlers/handler-registry.js';
import type { TenantQuotas } from '../policies/quotas/tenant-quotas.js';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import type { NodeTracing } from '../signals/tracing/node-tracing.js';
import type { Redact } from '../support/redaction/redact.js';
import type { StorePorts } from '../support/store-ports.js';

/** The statistics that a scheduler provides, for all tenants or for one. */
export interface ScheduleStatistics {
  forTenant(tenant: string): ScheduleStatistics;
  metrics(query?: MetricsQuery): Promise<SchedulerMetrics>;
  ofJob(reference: JobReference): Promise<JobStatistics>;
}

/** The health report that a scheduler provides, with the work of all tenants or of one. */
export interface HealthCheck {
  forTenant(tenant: string): HealthCheck;
  check(options?: HealthOptions): Promise<HealthReport>;
}

/** The services that the operations of the manager use. */
export interface ManagerParts {
  readonly config: SchedulerConfig;
  readonly clock: Clock;
  readonly storeTime: StoreTime;
  readonly ids: IdGenerator;
  readonly logger: Logger;
  readonly schedules: ScheduleRepository;
  readonly executions: ExecutionRepository;
  /** Refuses every call where the store has none. */
  readonly eventLog: Pick<EventLog, 'deleteOfTenant'>;
  readonly queue: JobQueue;
  readonly leadership: Pick<LeaderElection, 'beat'>;
  readonly recurrence: RecurrenceEngine;
  readonly handlers: HandlerRegistry;
  /** Takes secrets out of reasons before they are stored. Default: they are stored as they are. */
  readonly redact?: Redact;
  /** Refuses jobs that need what the store does not have. */
  readonly ports: Pick<StorePorts, 'require' | 'has'>;
  readonly circuits: Pick<CircuitRepository, 'deleteOfTenant'>;
  readonly rateLimits: Pick<RateLimitRepository, 'deleteOfTenant'>;
  readonly workflows: WorkflowRepository;
  readonly access: AccessRepository;
  readonly alerts: AlertRepository;
  /** What tenants may have at most. */
  readonly quotas: TenantQuotas;
  readonly jobEvents: JobEvents;
  readonly executionEvents: ExecutionEvents;
  readonly tracing: NodeTracing;
  readonly statistics: ScheduleStatistics;
  readonly health: HealthCheck;
  /** Fires a due job. Null: its stored trigger is invalid. */
  readonly fireNow: (job: ScheduledJob, now: Date) => Promise<FireResult | null>;
  /** Fires a due job. Throws if its stored trigger is invalid. */
  readonly fireDue: (job: ScheduledJob, now: Date) => Promise<FireResult>;
  /** Asks an execution that runs on this node to stop. */
  readonly stopLocally: (executionId: string, reason: string) => void;
  /** The events of the application, for one tenant or for all. */
  readonly eventTriggers: (tenant: TenantScope) => EventTriggers;
}

export function storeNow(parts: ManagerParts): Date {
  return new Date(parts.storeTime.now());
}

/** A job that the store could never serve is refused before it is stored. `before`: what it was, if it is changed. */
export function checkPorts(parts: ManagerParts, job: ScheduledJob, before: ScheduledJob | null): void {
  const { ports } = parts;
  const { circuit } = job.policies;
  if (circuit !== undefined && circuit !== before?.policies.circuit) ports.require('circuits');
  checkExpectation(parts, job, before);
  const { trigger } = job;
  if (trigger.kind === 'reboot' && trigger.scope === 'cluster') requireClusterStart(parts);
  if (trigger.kind === 'event' && before?.trigger.kind !== 'event') ports.require('eventHandlers');
}

function requireClusterStart({ leadership }: ManagerParts): void {
  if (leadership.beat === undefined)
    throw new FeatureNotSupported(
      "trigger.reboot({ scope: 'cluster' })",
      'the leader election of the store, which cannot tell the start of the cluster',
      'use trigger.reboot(), which runs at each start of a node',
    );
}

/** Refuses work without a handler, or with a payload that its handler refuses, before it is stored. */
export function checkWork({ config, handlers }: ManagerParts, work: CheckedWork): void {
  if (config.unknownTypes === 'accept' && !handlers.supports(work.type)) return;
  checkPayload(handlers.resolve(work.type), work);
}
