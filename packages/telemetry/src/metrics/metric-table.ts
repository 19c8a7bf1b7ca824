export type MetricKind = 'counter' | 'gauge' | 'histogram';

/** A metric under the name that Prometheus sees. */
export interface MetricDefinition {
  readonly kind: MetricKind;
  readonly help: string;
  readonly labels: readonly string[];
  /** SD's name of it, which `metricSamples` of `@scheduler/core` uses. Missing: it has none. */
  readonly alias?: string;
  /** `s`: seconds. Missing: a number of things. */
  readonly unit?: 's' | '%';
}

const WORK = ['queue', 'type', 'tenant'] as const;

/**
 * Every metric, once: the text for Prometheus, the instruments of OpenTelemetry, the dashboard and the rules are made from it. Counters and
 * histograms count what the nodes of this process do; the gauges of jobs, queues and dead letters are those of the whole store.
 */
export const METRIC_TABLE = {
  scheduler_jobs: gauge('Jobs in the store.', [], 'scheduler.jobs.total'),
  scheduler_jobs_active: gauge('Active jobs in the store.', [], 'scheduler.jobs.active'),
  scheduler_jobs_failed: gauge('Failed jobs in the store.', [], 'scheduler.jobs.failed'),
  scheduler_queue_size: gauge('Executions that wait and are available.', ['queue'], 'scheduler.queue.size'),
  scheduler_queue_processing: gauge('Executions that run.', ['queue'], 'scheduler.queue.processing'),
  scheduler_executions_success_rate: {
    ...gauge(
      'Successes among the executions of the last hour, from 0 to 100.',
      [],
      'scheduler.executions.success_rate',
    ),
    unit: '%',
  },
  scheduler_dead_letters: gauge('Dead letters that wait for a person.', []),
  scheduler_store_reachable: gauge('1 if the store answered this request for metrics, 0 if not.', []),
  scheduler_executions_total: counter(
    'Executions that came to their end, by status: success, failed, timeout, cancelled, discarded.',
    [...WORK, 'status'],
    'scheduler.executions.rate',
  ),
  scheduler_executions_started_total: counter('Attempts that began.', WORK),
  scheduler_executions_retried_total: counter('Attempts that failed and are followed by another one.', WORK),
  scheduler_executions_skipped_total: counter('Executions that a policy kept from running, by reason.', [
    ...WORK,
    'reason',
  ]),
  scheduler_executions_rescued_total: counter('Executions taken from a node that is dead or frozen.', WORK),
  scheduler_dead_letters_added_total: counter('Executions that became dead letters.', WORK),
  scheduler_executions_duration_seconds: histogram(
    'Duration of attempts, whatever their end.',
    WORK,
    'scheduler.executions.duration_p95',
  ),
  scheduler_executions_waiting_seconds: histogram('Time from availability to the start of an attempt.', WORK),
  scheduler_workflows_total: counter('Runs of workflows that ended, by status.', [
    'workflow',
    'tenant',
    'status',
  ]),
  scheduler_circuit_trips_total: counter('Circuits that opened.', ['circuit']),
  scheduler_leader_changes_total: counter('Times that a node of this process became the leader.', []),
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof METRIC_TABLE;

export const METRIC_NAMES = Object.freeze(Object.keys(METRIC_TABLE)) as readonly MetricName[];

/** The upper bounds of the buckets of durations, in seconds. */
export const BUCKETS: readonly number[] = Object.freeze([
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800,
]);

function gauge(
  help: string,
  labels: readonly string[],
  alias?: string,
): MetricDefinition & { kind: 'gauge' } {
  return { kind: 'gauge', help, labels, ...(alias === undefined ? {} : { alias }) };
}

function counter(
  help: string,
  labels: readonly string[],
  alias?: string,
): MetricDefinition & { kind: 'counter' } {
  return { kind: 'counter', help, labels, ...(alias === undefined ? {} : { alias }) };
}

function histogram(
  help: string,
  labels: readonly string[],
  alias?: string,
): MetricDefinition & { kind: 'histogram' } {
  return { kind: 'histogram', help, labels, unit: 's', ...(alias === undefined ? {} : { alias }) };
}
