import { ConfigurationInvalid, type InputIssue, isSchedulerError } from '@scheduler/contracts';
import { readInput } from '../support/input/read-input.js';
import { configSchema, queuesOf, type ReadConfig, type SchedulerConfigInput } from './config-schema.js';
import { readEnvironment, variableFor } from './environment.js';
import type { SchedulerConfig } from './scheduler-config.js';

export interface ConfigSources {
  /** Settings in code; they win over the environment. */
  readonly config?: SchedulerConfigInput;
  /** Such as `process.env`. Default: empty. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

type Settings = Readonly<Record<string, unknown>>;

/**
 * The settings of a node from code and environment, checked as a whole and frozen.
 *
 * @example
 * loadConfig({ config: { queues: { default: 10 } }, env: process.env });
 */
export function loadConfig({ config = {}, env = {} }: ConfigSources = {}): SchedulerConfig {
  const fromEnvironment = readEnvironment(env);
  const value = merge(fromEnvironment, config as Settings);
  try {
    const read = readInput({
      schema: configSchema,
      value,
      error: ConfigurationInvalid,
      subject: 'config',
      known: Object.keys(configSchema.shape),
    });
    return deepFreeze(toConfig(read));
  } catch (error) {
    throw namingVariables(error, fromEnvironment);
  }
}

function merge(base: Settings, over: Settings): Settings {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) continue;
    const both = isSection(merged[key]) && isSection(value) && key !== 'queues' && key !== 'calendars';
    merged[key] = both ? merge(merged[key] as Settings, value as Settings) : value;
  }
  return merged;
}

function isSection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All that this node processes, or those that are named. */
function preemptiveQueues(read: ReadConfig): readonly string[] {
  if (read.preemption === true) return Object.keys(queuesOf(read));
  return read.preemption === false ? [] : read.preemption;
}

function toConfig(read: ReadConfig): SchedulerConfig {
  const { retry, missedRuns, leadership, lease } = read;
  return {
    enabled: read.enabled,
    store: read.store,
    queue: read.queue,
    tablePrefix: read.tablePrefix,
    queues: queuesOf(read),
    preemption: preemptiveQueues(read),
    workers: read.workers,
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
    retention: { successMs: read.retention.success, failedMs: read.retention.failed },
    leadership: {
      distributed: leadership.distributed,
      instanceId: leadership.instanceId,
      lockTtlMs: leadership.lockTtl,
      lockRefreshMs: leadership.lockRefresh,
    },
    lease: {
      durationMs: lease.duration,
      heartbeatMs: lease.heartbeat,
      selfAbortMs: lease.selfAbort,
      rescueIntervalMs: lease.rescueInterval,
      rescueGraceMs: lease.rescueGrace,
    },
    rateLimits: read.rateLimits,
    circuits: read.circuits,
    shutdownGraceMs: read.shutdownGrace,
    calendars: read.calendars,
    unknownTypes: read.unknownTypes,
    sqlite: read.sqlite,
    postgres: { ...read.postgres, tablePrefix: read.postgres.tablePrefix ?? read.tablePrefix },
    mysql: read.mysql,
    redis: read.redis,
  };
}

/** Whoever set a variable looks for its name in the message, not for a path in an object. */
function namingVariables(error: unknown, fromEnvironment: Settings): unknown {
  if (!isSchedulerError(error) || !(error instanceof ConfigurationInvalid)) return error;
  return new ConfigurationInvalid(
    error.issues.map((issue) => withoutSecret(nameVariable(issue, fromEnvironment))),
  );
}

/** A connection URL may hold a password: what was given is never shown. */
function withoutSecret(issue: InputIssue): InputIssue {
  return /\burl\b/.test(issue.field) ? { ...issue, value: undefined } : issue;
}

function nameVariable(issue: InputIssue, fromEnvironment: Settings): InputIssue {
  const [section = '', key] = issue.field.split('.');
  const given = fromEnvironment[section];
  const fromVariable =
    key === undefined || !isSection(given) ? given !== undefined : Object.hasOwn(given as object, key);
  // The entries of a set have no variable of their own.
  const variable = variableFor(issue.field) ?? variableFor(`${section}.${key ?? ''}`) ?? variableFor(section);
  return fromVariable && variable !== null ? { ...issue, field: `${variable} (${issue.field})` } : issue;
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null) deepFreeze(part as object);
  return Object.freeze(value);
}
