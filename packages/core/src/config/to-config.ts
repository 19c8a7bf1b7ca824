import { queuesOf, type ReadConfig } from './config-schema.js';
import type { Sections } from './described.js';
import { alertsConfig } from './alerts-schema.js';
import type { SchedulerConfig } from './scheduler-config.js';

/** Turns the checked settings into the configuration that the scheduler uses, with the described sections beside it. */
export function toConfig(read: ReadConfig, sections: Sections): SchedulerConfig {
  return { ...engineConfig(read), ...sectionsFrom(read, sections) };
}

function sectionsFrom(read: ReadConfig, sections: Sections): Readonly<Record<string, unknown>> {
  const given = read as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const complete = [...sections].map(([name, settings]) => {
    const inherited = Object.entries(settings).flatMap(([key, setting]) => {
      const from = setting.kind === 'identifier' ? setting.inherits : undefined;
      return from === undefined ? [] : [[key, given[name]?.[key] ?? read[from]]];
    });
    return [name, { ...given[name], ...Object.fromEntries(inherited) }];
  });
  return Object.fromEntries(complete);
}

/** All queues of this node, or those that are named. */
function preemptiveQueues(read: ReadConfig): readonly string[] {
  if (read.preemption === true) return Object.keys(queuesOf(read));
  return read.preemption === false ? [] : read.preemption;
}

function limitsOf({ rateLimits, circuits, quotas, alerts }: ReadConfig) {
  return { rateLimits, circuits, quotas, alerts: alertsConfig(alerts) };
}

function httpConfig({ http: { drain, ...settings } }: ReadConfig): SchedulerConfig['http'] {
  return { ...settings, drainMs: drain };
}

function leaseConfig({ lease }: ReadConfig): SchedulerConfig['lease'] {
  return {
    durationMs: lease.duration,
    heartbeatMs: lease.heartbeat,
    selfAbortMs: lease.selfAbort,
    rescueIntervalMs: lease.rescueInterval,
    rescueGraceMs: lease.rescueGrace,
  };
}

function engineConfig(read: ReadConfig): SchedulerConfig {
  const { retry, missedRuns, leadership } = read;
  return {
    enabled: read.enabled,
    store: read.store,
    queue: read.queue,
    tablePrefix: read.tablePrefix,
    queues: queuesOf(read),
    preemption: preemptiveQueues(read),
    peer: read.peer,
    workers: read.workers,
    threads: read.threads,
    pollIntervalMs: read.pollInterval,
    defaultTimeoutMs: read.defaultTimeout,
    retry: {
      maxRetries: retry.maxRetries,
      backoff: {
        strategy: retry.strategy,
        delayMs: retry.initialDelay,
        factor: retry.multiplier,
        maxDelayMs: retry.maxDelay,
        jitter: retry.jitter,
      },
    },
    missedRuns: { policy: missedRuns.policy, cap: missedRuns.cap, graceMs: missedRuns.grace },
    deadLetters: {
      enabled: read.deadLetters.enabled,
      queue: read.deadLetters.queue,
      handler: read.deadLetters.handler,
      retentionMs: read.deadLetters.retention,
      maxEntries: read.deadLetters.maxEntries,
    },
    declared: read.declared,
    retention: retentionConfig(read),
    log: read.log,
    http: httpConfig(read),
    leadership: {
      distributed: leadership.distributed,
      instanceId: leadership.instanceId,
      lockTtlMs: leadership.lockTtl,
      lockRefreshMs: leadership.lockRefresh,
    },
    lease: leaseConfig(read),
    ...limitsOf(read),
    shutdownGraceMs: read.shutdownGrace,
    calendars: read.calendars,
    unknownTypes: read.unknownTypes,
  };
}

function retentionConfig({ retention }: ReadConfig): SchedulerConfig['retention'] {
  return {
    successMs: retention.success,
    failedMs: retention.failed,
    jobsMs: retention.jobs,
    workflowsMs: retention.workflows,
    auditMs: retention.audit,
    eventsMs: retention.events,
  };
}
