import type { AlertMetric, AlertTarget } from '@scheduler/contracts';

type TargetKind = keyof AlertTarget;

/**
 * How a metric is measured. `window`: over the duration of a rule, which therefore is met at once. `state`: as it is now, so that it must hold
 * for the duration. `growth`: against what it was when the duration began. `jobs`: one value for each job that is late.
 */
export type Measure = 'window' | 'state' | 'growth' | 'jobs';

export interface MetricRules {
  readonly measure: Measure;
  /** What the value counts, for messages. */
  readonly words: string;
  readonly unit: 'percent' | 'ms' | 'count' | 'per_minute';
  /** To what a rule can be narrowed. */
  readonly targets: readonly TargetKind[];
  /** Whether it can be measured for one tenant. */
  readonly ofTenant: boolean;
}

const EVERYTHING: readonly TargetKind[] = ['job', 'queue', 'type'];
const QUEUE: readonly TargetKind[] = ['queue'];
const JOB: readonly TargetKind[] = ['job'];
const NOTHING: readonly TargetKind[] = [];

const window = (words: string, unit: MetricRules['unit'], targets = EVERYTHING): MetricRules => ({
  measure: 'window',
  words,
  unit,
  targets,
  ofTenant: true,
});
const state = (words: string, targets: readonly TargetKind[] = NOTHING): MetricRules => ({
  measure: 'state',
  words,
  unit: 'count',
  targets,
  ofTenant: true,
});
const jobs = (words: string): MetricRules => ({
  measure: 'jobs',
  words,
  unit: 'ms',
  targets: JOB,
  ofTenant: true,
});

/** One place for what is known of each metric. */
export const METRICS: Readonly<Record<AlertMetric, MetricRules>> = {
  'scheduler.failure_rate': window('executions that fail', 'percent'),
  'scheduler.timeout_count': window('executions that timed out', 'count'),
  'scheduler.executions.rate': window('executions a minute', 'per_minute'),
  'scheduler.executions.success_rate': window('executions that succeed', 'percent'),
  'scheduler.executions.duration_p95': window('duration (95th percentile)', 'ms', NOTHING),
  'scheduler.jobs.total': state('jobs'),
  'scheduler.jobs.active': state('active jobs'),
  'scheduler.jobs.failed': state('failed jobs'),
  'scheduler.jobs.overdue': jobs('time since a job was due'),
  'scheduler.jobs.unsuccessful': jobs('time without an expected success'),
  'scheduler.queue.size': state('waiting executions', QUEUE),
  'scheduler.queue.processing': state('running executions', QUEUE),
  'scheduler.queue.growth': { ...state('more waiting executions', QUEUE), measure: 'growth' },
  'scheduler.dead_letters': state('dead letters'),
  'scheduler.dead_letters.added': window('new dead letters', 'count', NOTHING),
  'scheduler.dispatch.lag': {
    ...state('time since a job was due that nobody fired'),
    unit: 'ms',
    ofTenant: false,
  },
};
