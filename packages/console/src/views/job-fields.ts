import { formatDuration, type JobPolicies, type ScheduledJob, type UniquePolicy } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { Text } from '../output/text.js';
import { elapsed, localTime, relativeTime, utcTime } from '../output/times.js';
import { dashboardLink } from './dashboard-link.js';
import { inWords, zoneOfTrigger } from './job-view.js';
import { statusText } from './status-style.js';

type Field = readonly [label: string, value: Text];

/** Every field of a job as text; empty fields are left out. */
export function jobFields(job: ScheduledJob, node: SchedulerNode): readonly Field[] {
  const now = node.clock.now();
  const zone = zoneOfTrigger(job.trigger);
  const when = (instant: Date | null) =>
    instant === null ? null : `${localTime(instant, zone)} ${zone} (${relativeTime(instant, now)})`;
  const fields: readonly (readonly [string, Text | null])[] = [
    ['name', job.name],
    ['id', job.id],
    ['dashboard', dashboardLink(node, 'jobs', job.id)],
    ['description', job.description],
    ['type', job.type],
    ['status', statusText(job.status)],
    ['reason', job.statusReason],
    ['when', inWords(job.trigger, node.recurrence)],
    ['trigger', triggerText(job)],
    ['zone', zone],
    ['next run', when(job.nextRunAt)],
    ['last run', when(job.lastRunAt)],
    ['starts', when(job.startAt)],
    ['ends', when(job.endAt)],
    ['jitter', job.jitterMs > 0 ? `up to ${formatDuration(job.jitterMs)} later` : null],
    ['excluded', job.exclusions === null ? null : JSON.stringify(job.exclusions)],
    ...policyFields(job),
    ['target', job.targetId],
    ['payload', JSON.stringify(job.payload)],
    ['tags', list(job.tags)],
    ['metadata', Object.keys(job.metadata).length === 0 ? null : JSON.stringify(job.metadata)],
    ['tenant', job.tenant],
    ['runs', countersText(job)],
    ['created', `${utcTime(job.createdAt)}${job.createdBy === null ? '' : ` by ${job.createdBy}`}`],
    ['updated', `${utcTime(job.updatedAt)}, revision ${job.revision}`],
    ['paused', when(job.pausedAt)],
    ['completed', when(job.completedAt)],
    ['cancelled', when(job.cancelledAt)],
  ];
  return fields.filter((field): field is Field => field[1] !== null);
}

function policyFields(job: ScheduledJob): readonly (readonly [string, string | null])[] {
  const { policies, maxExecutions } = job;
  const { backoff, missedRuns } = policies;
  const jitter = backoff.jitter > 0 ? `, jitter ${backoff.jitter}` : '';
  return [
    ['queue', `${policies.queue}, priority ${policies.priority}`],
    ['timeout', formatDuration(policies.timeoutMs)],
    [
      'retries',
      `${policies.maxRetries}, ${backoff.strategy} from ${formatDuration(backoff.delayMs)} to ${formatDuration(backoff.maxDelayMs)}${jitter}, then ${policies.onExhausted}`,
    ],
    ['circuit', policies.circuit ?? null],
    ['expected', expectationText(policies)],
    ['overlap', overlapText(job)],
    ['concurrency', keyLimitText(policies)],
    ['unique', policies.unique === null ? null : uniqueText(policies.unique)],
    ['missed runs', missedRuns.policy === 'all' ? `all, at most ${missedRuns.cap}` : missedRuns.policy],
    ['limit', maxExecutions === null ? null : `${maxExecutions} runs`],
  ];
}

function expectationText({ expectWithinMs }: JobPolicies): string | null {
  return expectWithinMs === undefined ? null : `a success within ${formatDuration(expectWithinMs)}`;
}

function overlapText(job: ScheduledJob): string {
  const { concurrency, allowOverlap } = job.policies;
  const others = job.overlapPolicy() === 'queue' ? 'others wait' : 'others are skipped';
  if (concurrency !== null) return `at most ${concurrency} runs at once, ${others}`;
  return allowOverlap ? 'allowed' : `one run at a time, ${others}`;
}

function keyLimitText({ concurrencyKey, concurrencyLimit }: JobPolicies): string | null {
  return concurrencyKey === null
    ? null
    : `at most ${concurrencyLimit ?? 1} at once with the key ${concurrencyKey}`;
}

function uniqueText({ by, endStates, periodMs }: UniquePolicy): string {
  const equal = by
    .map((part) => (typeof part === 'string' ? part : `args ${part.args.join(', ')}`))
    .join(' and ');
  const states = ['waits', 'runs', ...endStates.map((state) => `ended as ${state}`)].join(', ');
  const period = periodMs === null ? '' : `, for ${formatDuration(periodMs)}`;
  return `by ${equal}, while one ${states}${period}`;
}

function triggerText({ trigger }: ScheduledJob): string {
  const { kind, ...rest } = trigger;
  return `${kind} ${JSON.stringify(rest)}`;
}

function countersText({ counters, avgDurationMs }: ScheduledJob): string {
  const average = avgDurationMs === null ? '' : `, ${elapsed(avgDurationMs)} on average`;
  return `${counters.fired} fired, ${counters.succeeded} succeeded, ${counters.failed} failed${average}`;
}

function list(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join(', ');
}
