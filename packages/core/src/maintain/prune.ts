import { ENDED_WORKFLOWS, type StoreUpkeep } from '@scheduler/contracts';
import type {
  AccessRepository,
  AlertRepository,
  EventLog,
  ExecutionRepository,
  PruneExecutions,
  ScheduleRepository,
  WorkflowRepository,
} from '@scheduler/contracts/adapter';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import { emitPrunedDeadLetters } from '../signals/telemetry/emit-dead-letters.js';

/** How much was deleted: executions by how they had ended, jobs, runs of workflows, and what is kept of the API. */
export interface PruneReport {
  /** Executions with the status success, cancelled or skipped. */
  readonly ended: number;
  /** Executions with the status failed or timeout that are no dead letters. */
  readonly failed: number;
  readonly deadLetters: number;
  /** One-off jobs that had ended. What was left of their executions was deleted with them and is not counted above. */
  readonly jobs: number;
  /** Runs of workflows that had ended. The executions of their steps were deleted with them and are not counted above. */
  readonly workflows: number;
  readonly auditRecords: number;
  /** Idempotency keys that had expired. */
  readonly idempotencyKeys: number;
  /** Events of the event log. */
  readonly events: number;
  /** Alerts that were over, and silences. */
  readonly alerts: number;
  /** The statements of the upkeep of the database. Missing: none was asked for. */
  readonly upkeep?: readonly string[];
}

export interface PruneOptions {
  /** Called after each step with the number deleted so far, of all kinds, and with the numbers of each kind. */
  readonly onProgress?: (deleted: number, soFar: PruneReport) => void;
  /**
   * Whether to run the database's own maintenance afterwards, such as VACUUM and ANALYZE. It may take minutes and hold up other
   * statements. Refused with FeatureNotSupported where the store has none. Default: false.
   */
  readonly upkeep?: boolean;
}

export interface PruneRequest extends Pick<PruneOptions, 'onProgress'> {
  readonly executions: Pick<ExecutionRepository, 'prune'>;
  /** Null: jobs are left alone this time. */
  readonly schedules: Pick<ScheduleRepository, 'prune'> | null;
  /** Null: the store has no workflows. */
  readonly workflows: Pick<WorkflowRepository, 'prune'> | null;
  /** Null: the store has no access. */
  readonly access: AccessToPrune | null;
  /** Null: the store has no event log. */
  readonly eventLog: Pick<EventLog, 'prune'> | null;
  /** Null: the store keeps no alerts, or they are left alone this time. */
  readonly alerts: AlertsToPrune | null;
  readonly config: SchedulerConfig;
  /** The store's time. */
  readonly now: Date;
  /** Null: the database itself is left alone. */
  readonly upkeep?: StoreUpkeep | null;
}

export interface AlertsToPrune {
  readonly alerts: Pick<AlertRepository['alerts'], 'prune'>;
  readonly silences: Pick<AlertRepository['silences'], 'prune'>;
}

export interface AccessToPrune {
  readonly auditLog: Pick<AccessRepository['auditLog'], 'prune'>;
  readonly idempotency: Pick<AccessRepository['idempotency'], 'prune'>;
}

type OtherKind = 'jobs' | 'workflows' | 'auditRecords' | 'idempotencyKeys' | 'events' | 'alerts';
type Kind = 'ended' | 'failed' | 'deadLetters' | OtherKind;
type Rule = Omit<PruneExecutions, 'limit'>;

const PRUNED_AT_ONCE = 1_000;
const NOTHING: Readonly<Record<Kind, number>> = {
  ended: 0,
  failed: 0,
  deadLetters: 0,
  jobs: 0,
  workflows: 0,
  auditRecords: 0,
  idempotencyKeys: 0,
  events: 0,
  alerts: 0,
};

/**
 * Deletes, in small steps, executions that are older than their retention, the oldest dead letters where there are too many, runs of
 * workflows with their executions, audit records, idempotency keys, alerts, and then one-off jobs that ended before theirs.
 */
export async function prune(request: PruneRequest): Promise<PruneReport> {
  const {
    executions,
    schedules,
    workflows,
    access,
    eventLog,
    alerts,
    config,
    now,
    onProgress,
    upkeep = null,
  } = request;
  const report: Record<Kind, number> = { ...NOTHING };
  const inSteps = async (kind: Kind, step: () => Promise<number>) => {
    // More than the limit is deleted where a run goes with all that it has started.
    for (let deleted = PRUNED_AT_ONCE; deleted >= PRUNED_AT_ONCE;) {
      deleted = await step();
      report[kind] += deleted;
      if (deleted > 0) onProgress?.(totalOf(report), { ...report });
    }
  };
  const rules = rulesOf(config, now);
  for (const kind of ['ended', 'failed', 'deadLetters'] as const)
    await inSteps(kind, () => executions.prune({ ...rules[kind], limit: PRUNED_AT_ONCE }));
  emitPrunedDeadLetters(report.deadLetters);
  if (workflows !== null)
    await inSteps('workflows', () =>
      workflows.prune({ ...endedFor(config.retention.workflowsMs, now), statuses: ENDED_WORKFLOWS }),
    );
  if (access !== null) {
    const limit = PRUNED_AT_ONCE;
    const before = new Date(now.getTime() - config.retention.auditMs);
    await inSteps('auditRecords', () => access.auditLog.prune({ before, limit }));
    await inSteps('idempotencyKeys', () => access.idempotency.prune({ before: now, limit }));
  }
  if (schedules !== null)
    await inSteps('jobs', () => schedules.prune(endedFor(config.retention.jobsMs, now)));
  const { eventsMs } = config.retention;
  if (eventLog !== null && eventsMs !== null) {
    const before = new Date(now.getTime() - eventsMs);
    await inSteps('events', () => eventLog.prune({ before, limit: PRUNED_AT_ONCE }));
  }
  if (alerts !== null) {
    const before = new Date(now.getTime() - config.alerts.retentionMs);
    for (const records of [alerts.alerts, alerts.silences])
      await inSteps('alerts', () => records.prune({ before, limit: PRUNED_AT_ONCE }));
  }
  return upkeep === null ? report : { ...report, upkeep: await upkeep.run() };
}

/** How much was deleted, of all kinds. */
export function totalOf(report: Readonly<Record<Kind, number>>): number {
  return (Object.keys(NOTHING) as Kind[]).reduce((total, kind) => total + report[kind], 0);
}

function endedFor(ageMs: number, now: Date) {
  return { endedBefore: new Date(now.getTime() - ageMs), limit: PRUNED_AT_ONCE };
}

function rulesOf(
  { retention, deadLetters }: SchedulerConfig,
  now: Date,
): Readonly<Record<Exclude<Kind, OtherKind>, Rule>> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs);
  const failed = ['failed', 'timeout'] as const;
  return {
    ended: {
      statuses: ['success', 'cancelled', 'skipped'],
      finishedBefore: before(retention.successMs),
      deadLettered: false,
      keep: null,
    },
    failed: {
      statuses: failed,
      finishedBefore: before(retention.failedMs),
      deadLettered: false,
      keep: null,
    },
    deadLetters: {
      statuses: failed,
      finishedBefore: before(deadLetters.retentionMs),
      deadLettered: true,
      keep: deadLetters.maxEntries,
    },
  };
}
