import type { AlertRule } from '@scheduler/contracts';
import type { StatisticsRepository, Workload } from '@scheduler/contracts/adapter';
import { METRICS } from '../rules/metrics.js';
import type { Reading } from './decide.js';
import { measureEnded } from './measure-ended.js';
import { lateJobs, type LateJobsParts } from './late-jobs.js';
import type { Measured, Round } from './measured.js';

export interface MeasureParts extends LateJobsParts {
  readonly statistics: StatisticsRepository;
}

/** What a rule looks at, by the statistics of the store. */
export async function measure(parts: MeasureParts, rule: AlertRule, round: Round): Promise<Measured> {
  switch (METRICS[rule.condition.metric].measure) {
    case 'jobs':
      return lateJobs(parts, rule, round);
    case 'growth':
      return complete(await queueSizes(parts, rule, round));
    default: {
      const value = await valueOf(parts, rule, round);
      return complete(value === null ? [] : [{ subject: null, tenant: rule.tenant, value }]);
    }
  }
}

function complete(readings: readonly Reading[]): Measured {
  return { readings, isComplete: true };
}

/** Null: there is nothing to measure. */
async function valueOf(parts: MeasureParts, rule: AlertRule, round: Round): Promise<number | null> {
  const { metric } = rule.condition;
  switch (metric) {
    case 'scheduler.jobs.total':
    case 'scheduler.jobs.active':
    case 'scheduler.jobs.failed':
      return jobCount(parts, rule, round);
    case 'scheduler.queue.size':
      return overQueues(await workloadOf(parts, rule, round), rule, 'available');
    case 'scheduler.queue.processing':
      return overQueues(await workloadOf(parts, rule, round), rule, 'running');
    case 'scheduler.dead_letters':
      return (await workloadOf(parts, rule, round)).deadLetters;
    case 'scheduler.dead_letters.added':
      return (await workloadOf(parts, rule, round)).recentDeadLetters;
    case 'scheduler.dispatch.lag':
      return lag(await parts.schedules.nextDueAt(), round.now);
    default:
      return measureEnded(parts.statistics, rule, round);
  }
}

async function jobCount(
  { statistics }: MeasureParts,
  { tenant, condition }: AlertRule,
  { readOnce }: Round,
): Promise<number> {
  const counts = await readOnce.get(['jobs', tenant], () => statistics.jobCounts({ tenant }));
  if (condition.metric === 'scheduler.jobs.total')
    return Object.values(counts).reduce((total, count) => total + count, 0);
  return condition.metric === 'scheduler.jobs.active' ? counts.active : counts.failed;
}

function workloadOf(
  { statistics }: MeasureParts,
  { tenant, condition }: AlertRule,
  { readOnce }: Round,
): Promise<Workload> {
  const recentMs = condition.metric === 'scheduler.dead_letters.added' ? condition.durationMs : 0;
  return readOnce.get(['workload', tenant, recentMs], () => statistics.workload({ tenant, recentMs }));
}

function overQueues({ queues }: Workload, { queue }: AlertRule, field: 'available' | 'running'): number {
  return queues
    .filter((each) => queue === null || each.queue === queue)
    .reduce((total, each) => total + each[field], 0);
}

/** One reading for each queue in which something waits. */
async function queueSizes(parts: MeasureParts, rule: AlertRule, round: Round): Promise<readonly Reading[]> {
  const { queues } = await workloadOf(parts, rule, round);
  return queues
    .filter(({ queue, available }) => available > 0 && (rule.queue === null || rule.queue === queue))
    .map(({ queue, available }) => ({
      subject: { kind: 'queue', id: queue, name: queue },
      tenant: rule.tenant,
      value: available,
    }));
}

function lag(dueAt: Date | null, now: Date): number {
  return dueAt === null ? 0 : Math.max(0, now.getTime() - dueAt.getTime());
}
