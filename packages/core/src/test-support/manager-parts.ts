import { defineHandler, type EventTriggers, JobResult, type ScheduledJob } from '@scheduler/contracts';
import {
  type AlertRepository,
  type ApiKeyRepository,
  type AuditLogRepository,
  type ExecutionRepository,
  type FireResult,
  type IdempotencyRepository,
  type JobQueue,
  type ScheduleRepository,
  type StatisticsRepository,
  StoreTime,
  type TenantUsageRepository,
  type WorkflowRepository,
} from '@scheduler/contracts/adapter';
import type { SchedulerConfigInput } from '../config/config-schema.js';
import { loadConfig } from '../config/load-config.js';
import { NO_TRACING } from '../signals/tracing/node-tracing.js';
import { JobEvents } from '../signals/events/job-events.js';
import { HandlerRegistry } from '../execute/handlers/handler-registry.js';
import { Health } from '../reports/health/health.js';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import { TenantQuotas } from '../policies/quotas/tenant-quotas.js';
import { ScheduleManager } from '../schedule/schedule-manager.js';
import { Statistics } from '../reports/statistics/statistics.js';
import { executionEventsOn, FakeEventBus } from './fake-event-bus.js';
import { fakePort } from './fake-port.js';
import { ManualClock } from './manual-clock.js';
import { RecordingLogger } from './recording-logger.js';
import { sequentialIds } from './samples.js';

const OWNS_NOTHING = { deleteOfTenant: async () => 0 };

export interface ManagerAnswers {
  readonly schedules?: Partial<ScheduleRepository>;
  readonly executions?: Partial<ExecutionRepository>;
  readonly queue?: Partial<JobQueue>;
  readonly statistics?: Partial<StatisticsRepository>;
  readonly workflows?: Partial<WorkflowRepository>;
  readonly tenantUsage?: Partial<TenantUsageRepository>;
  readonly config?: SchedulerConfigInput;
  readonly fireNow?: (job: ScheduledJob, now: Date) => Promise<FireResult | null>;
  readonly fireDue?: (job: ScheduledJob, now: Date) => Promise<FireResult>;
}

/** Answers of a repository that knows one job, by its id and its name. */
export function knowing(job: ScheduledJob): Partial<ScheduleRepository> {
  return {
    get: async ({ id }) => (id === job.id ? job : null),
    findByName: async ({ name }) => (name === job.name ? job : null),
    save: async (request) => request.job,
  };
}

/** A manager on fake ports, with everything that the test may want to look at. The type `refused` has a handler that refuses payloads. */
export function managerOn(answers: ManagerAnswers = {}) {
  const clock = new ManualClock();
  const bus = new FakeEventBus();
  const stopped: [string, string][] = [];
  const looks = looksOn(answers, clock);
  const parts = {
    ...looks,
    config: loadConfig({ config: answers.config ?? {} }),
    clock,
    storeTime: new StoreTime(clock),
    ids: sequentialIds(),
    logger: new RecordingLogger(),
    schedules: fakePort<ScheduleRepository>({
      add: async () => undefined,
      now: async () => clock.now(),
      ...answers.schedules,
    }),
    executions: fakePort<ExecutionRepository>({
      add: async ({ executions }) => executions,
      ...answers.executions,
    }),
    queue: fakePort<JobQueue>({ dispatch: async () => undefined, ...answers.queue }),
    recurrence: createRecurrenceEngine(),
    handlers: new HandlerRegistry([
      defineHandler({ type: ['export_report', 'mail'], handle: () => JobResult.success() }),
      defineHandler({
        type: 'refused',
        handle: () => JobResult.success(),
        validate: () => {
          throw new Error('format is missing');
        },
      }),
    ]),
    ports: { require: () => undefined, has: () => true },
    circuits: { deleteOfTenant: async () => 0 },
    rateLimits: { deleteOfTenant: async () => 0 },
    eventLog: { deleteOfTenant: async () => 0 },
    access: {
      apiKeys: fakePort<ApiKeyRepository>(OWNS_NOTHING),
      auditLog: fakePort<AuditLogRepository>(OWNS_NOTHING),
      idempotency: fakePort<IdempotencyRepository>(OWNS_NOTHING),
    },
    alerts: {
      rules: fakePort<AlertRepository['rules']>(OWNS_NOTHING),
      alerts: fakePort<AlertRepository['alerts']>(OWNS_NOTHING),
      silences: fakePort<AlertRepository['silences']>(OWNS_NOTHING),
    },
    workflows: fakePort<WorkflowRepository>({ deleteOfTenant: async () => 0, ...answers.workflows }),
    leadership: {},
    quotas: new TenantQuotas({
      configured: loadConfig({ config: answers.config ?? {} }).quotas,
      usage: fakePort<TenantUsageRepository>(answers.tenantUsage ?? {}),
    }),
    jobEvents: new JobEvents(bus, clock, () => undefined),
    executionEvents: executionEventsOn(bus, clock),
    tracing: NO_TRACING,
    fireNow: answers.fireNow ?? (async () => null),
    fireDue: answers.fireDue ?? (async ({ id }: ScheduledJob) => ({ kind: 'conflict', jobId: id }) as const),
    eventTriggers: () => fakePort<EventTriggers>({}),
    stopLocally: (executionId: string, reason: string) => void stopped.push([executionId, reason]),
  };
  return { ...parts, bus, stopped, parts, manager: new ScheduleManager(parts) };
}

function looksOn(
  { schedules: scheduleAnswers, statistics: answers = {} }: ManagerAnswers,
  clock: ManualClock,
) {
  const now = async () => clock.now();
  const schedules = fakePort<ScheduleRepository>({ now, nextDueAt: async () => null, ...scheduleAnswers });
  const statistics = fakePort<StatisticsRepository>(answers);
  const processStatistics = {
    read: () => ({ memoryBytes: 3 * 1024 * 1024, cpuPercent: 25, uptimeMs: 9_999 }),
  };
  return {
    statistics: new Statistics({
      statistics,
      schedules,
      processStatistics,
      isIdle: () => true,
      slots: () => 4,
    }),
    health: new Health({
      node: 'node-1',
      clock,
      distributed: false,
      store: { capabilities: { name: 'fake', transactions: false, durable: false }, migrations: null },
      schedules,
      statistics,
      alerts: null,
      queues: { settings: async () => [], counts: async () => [], waitingTypes: async () => [] },
      handlers: { supports: () => true },
      processed: [],
      leader: async () => null,
      open: async () => undefined,
      runningSinceMs: () => clock.monotonicMs(),
      notRunningSince: () => null,
      isClosing: () => false,
      isBusy: () => true,
      needsServers: false,
    }),
  };
}
