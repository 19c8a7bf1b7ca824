import type { FiringAlert, HealthIssue, HealthReport } from '@scheduler/contracts';
import { type Style, styled, type Text } from '../output/text.js';
import { elapsed, utcTime } from '../output/times.js';
import type { LabelledLine } from './labelled-lines.js';

const STYLES: Readonly<Record<string, Style>> = {
  healthy: 'green',
  degraded: 'yellow',
  unhealthy: 'red',
  warning: 'yellow',
  error: 'red',
  critical: 'red',
};

export function healthLines({ status, components, alerts, uptimeMs }: HealthReport): readonly LabelledLine[] {
  const { scheduler, database, queue, workers } = components;
  const { schema } = database;
  const lines: LabelledLine[] = [
    ['health', coloured(status)],
    ['store', `${database.name}, ${answerText(components.database)}`],
    ['schema', schema.pending.length === 0 ? schema.state : `${schema.state}: ${schema.pending.join(', ')}`],
    ['waiting', queue.waiting === null ? 'unknown' : `${queue.waiting} now, ${queue.delayed} later`],
    ['running', queue.running === null ? 'unknown' : `${queue.running} on ${nodes(workers.activeCount)}`],
    ['dead letters', queue.deadLetters === null ? 'unknown' : String(queue.deadLetters)],
    ['leader', leaderText(scheduler)],
    ...(alerts === null ? [] : [['alerts', alertsText(alerts)] as const]),
  ];
  return scheduler.running ? [...lines, ['uptime', elapsed(uptimeMs)]] : lines;
}

/** `warning   2 executions wait … (QUEUE_PAUSED)` */
export function issueText({ severity, message, code }: HealthIssue): readonly Text[] {
  return [coloured(severity), ' '.repeat('critical'.length - severity.length + 2), `${message} (${code})`];
}

/** `critical  scheduler-many-timeouts: 6 executions …` */
export function alertText({ severity, rule, message }: FiringAlert): readonly Text[] {
  return [coloured(severity), ' '.repeat('critical'.length - severity.length + 2), `${rule}: ${message}`];
}

function alertsText({ critical, warning, info }: NonNullable<HealthReport['alerts']>): string {
  const counts = [`${critical} critical`, `${warning} warning`, `${info} info`];
  const some = counts.filter((count) => !count.startsWith('0 '));
  return some.length === 0 ? 'none fires' : `${some.join(', ')}: \`scheduler alert:list\` shows them`;
}

function coloured(word: string): Text {
  return styled(STYLES[word] ?? 'dim', word);
}

function nodes(count: number | null): string {
  return count === 1 ? '1 node' : `${count ?? 0} nodes`;
}

function answerText({ latencyMs, schema }: HealthReport['components']['database']): string {
  if (latencyMs !== null) return `answers in ${latencyMs} ms`;
  // A store that reports a schema mismatch has answered.
  return schema.state === 'mismatch' ? 'answers' : 'does not answer';
}

function leaderText({ distributed, leader }: HealthReport['components']['scheduler']): string {
  if (!distributed) return 'not distributed: every node ticks';
  return leader === null ? 'none' : `${leader.node} until ${utcTime(leader.until)}`;
}
