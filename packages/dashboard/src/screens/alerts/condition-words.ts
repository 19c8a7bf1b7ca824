import type { AlertRule } from '@scheduler/client';
import { count, duration } from '../../design/format.js';

type Condition = AlertRule['condition'];

interface MetricWords {
  readonly words: string;
  readonly unit: 'percent' | 'ms' | 'count';
  /** What its duration means: `over` what is counted in that time, `for` what has to hold as long, `within` what changes in that time. */
  readonly time: 'over' | 'for' | 'within';
}

const counting = (words: string, unit: MetricWords['unit'] = 'count'): MetricWords => ({
  words,
  unit,
  time: 'over',
});
const holding = (words: string, unit: MetricWords['unit'] = 'count'): MetricWords => ({
  words,
  unit,
  time: 'for',
});

/** A metric that the API gains does not compile until it has words here. */
const METRICS: Readonly<Record<Condition['metric'], MetricWords>> = {
  'scheduler.failure_rate': counting('executions that fail', 'percent'),
  'scheduler.timeout_count': counting('executions that timed out'),
  'scheduler.executions.rate': counting('executions a minute'),
  'scheduler.executions.success_rate': counting('executions that succeed', 'percent'),
  'scheduler.executions.duration_p95': counting('duration of 95 % of the executions', 'ms'),
  'scheduler.dead_letters.added': counting('new dead letters'),
  'scheduler.queue.growth': { words: 'more waiting executions', unit: 'count', time: 'within' },
  'scheduler.queue.size': holding('waiting executions'),
  'scheduler.queue.processing': holding('running executions'),
  'scheduler.dead_letters': holding('dead letters'),
  'scheduler.jobs.total': holding('jobs'),
  'scheduler.jobs.active': holding('active jobs'),
  'scheduler.jobs.failed': holding('failed jobs'),
  'scheduler.jobs.overdue': holding('time since a job was due', 'ms'),
  'scheduler.jobs.unsuccessful': holding('time without an expected success', 'ms'),
  'scheduler.dispatch.lag': holding('time since a job was due that nobody fired', 'ms'),
};

const OPERATORS: Readonly<Record<Condition['operator'], string>> = {
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  eq: 'equal to',
  ne: 'other than',
};

/** `executions that fail: more than 10 % over 5 min` */
export function conditionWords({ metric, operator, value, duration_ms: ms }: Condition): string {
  const { words, unit, time } = METRICS[metric];
  if (unit === 'ms' && operator === 'gt' && value === 0 && ms === 0) return `${words}: any`;
  const over = ms === 0 ? '' : ` ${time} ${duration(ms)}`;
  return `${words}: ${OPERATORS[operator]} ${inUnit(value, unit)}${over}`;
}

function inUnit(value: number, unit: MetricWords['unit']): string {
  if (unit === 'ms') return duration(value);
  return unit === 'percent' ? `${count(value)} %` : count(value);
}
