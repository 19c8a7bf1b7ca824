import type { AlertRule, SeriesGrouping } from '@scheduler/contracts';
import type { EndedStatistics, ExecutionCounts, StatisticsRepository } from '@scheduler/contracts/adapter';
import type { Round } from './measured.js';

type Ended = Pick<EndedStatistics, 'counts'> & { readonly p95Ms: number | null };

const MINUTE_MS = 60_000;
const SHORTEST_BUCKET_MS = 1_000;
/** Into how many buckets the duration of a rule is divided: so much longer than the duration is what is counted at most. */
const BUCKETS = 60;
const MOST_READ = 100_000;
const MOST_GROUPS = 10_000;

/** A metric of what ended within the duration of a rule. Null: nothing of it has ended. */
export async function measureEnded(
  statistics: StatisticsRepository,
  rule: AlertRule,
  round: Round,
): Promise<number | null> {
  const { counts, p95Ms } = await endedOf(statistics, rule, round);
  const ended = counts.success + counts.failed + counts.timeout;
  switch (rule.condition.metric) {
    case 'scheduler.timeout_count':
      return counts.timeout;
    case 'scheduler.executions.rate':
      return (ended * MINUTE_MS) / rule.condition.durationMs;
    case 'scheduler.executions.duration_p95':
      return p95Ms;
    case 'scheduler.executions.success_rate':
      return ended === 0 ? null : (100 * counts.success) / ended;
    default:
      return ended === 0 ? null : (100 * (counts.failed + counts.timeout)) / ended;
  }
}

async function endedOf(statistics: StatisticsRepository, rule: AlertRule, round: Round): Promise<Ended> {
  const { tenant, job, queue, type, condition } = rule;
  const { now, readOnce } = round;
  if (job !== null || queue !== null || type !== null) return endedOfTarget(statistics, rule, round);
  const range = { since: new Date(now.getTime() - condition.durationMs), until: now };
  const { counts, durations } = await readOnce.get(['ended', tenant, condition.durationMs], () =>
    statistics.endedExecutions({ tenant, ...range }),
  );
  return { counts, p95Ms: durations.p95Ms };
}

/** Counted in buckets, since the store tells queues, types and jobs apart in series alone. */
async function endedOfTarget(
  statistics: StatisticsRepository,
  { tenant, job, queue, type, condition }: AlertRule,
  { now, readOnce }: Round,
): Promise<Ended> {
  const bucketMs = Math.max(SHORTEST_BUCKET_MS, Math.floor(condition.durationMs / BUCKETS));
  const floor = (ms: number) => Math.floor(ms / bucketMs) * bucketMs;
  const by: SeriesGrouping | null = queue === null ? (type === null ? null : 'type') : 'queue';
  const request = {
    tenant,
    jobId: job,
    since: new Date(floor(now.getTime() - condition.durationMs)),
    until: new Date(floor(now.getTime()) + bucketMs),
    bucketMs,
    by,
    mostGroups: MOST_GROUPS,
    mostRead: MOST_READ,
  };
  const { points } = await readOnce.get(['series', request], () => statistics.endedSeries(request));
  const wanted = queue ?? type;
  const counted = points.filter(({ group }) => wanted === null || group === wanted);
  return { counts: sumOf(counted.map(({ counts }) => counts)), p95Ms: null };
}

function sumOf(all: readonly ExecutionCounts[]): ExecutionCounts {
  const sum = (status: keyof ExecutionCounts) => all.reduce((total, counts) => total + counts[status], 0);
  return {
    pending: 0,
    running: 0,
    success: sum('success'),
    failed: sum('failed'),
    timeout: sum('timeout'),
    cancelled: sum('cancelled'),
    skipped: sum('skipped'),
  };
}
