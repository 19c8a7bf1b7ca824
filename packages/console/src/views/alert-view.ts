import {
  type Alert,
  type AlertRule,
  type AlertSeverity,
  type AlertSilence,
  formatDuration,
} from '@scheduler/contracts';
import type { Column } from '../output/table.js';
import { type Style, styled, type Text } from '../output/text.js';
import { relativeTime } from '../output/times.js';

const STYLES: Readonly<Record<AlertSeverity, Style>> = { info: 'cyan', warning: 'yellow', critical: 'red' };
const OPERATORS: Readonly<Record<AlertRule['condition']['operator'], string>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  eq: '=',
  ne: '<>',
};

export function severityText(severity: AlertSeverity): Text {
  return styled(STYLES[severity], severity);
}

/** Such as `scheduler.failure_rate > 10 for 5m`. */
export function conditionText({ condition }: Pick<AlertRule, 'condition'>): string {
  const { metric, operator, value, durationMs } = condition;
  const over = durationMs === 0 ? '' : ` for ${formatDuration(durationMs)}`;
  return `${metric} ${OPERATORS[operator]} ${value}${over}`;
}

export function targetText({ job, queue, type }: AlertRule): string {
  if (job !== null) return `job ${job}`;
  if (queue !== null) return `queue ${queue}`;
  return type === null ? '-' : `type ${type}`;
}

export function ruleColumns(firing: readonly Alert[]): readonly Column<AlertRule>[] {
  const countOf = ({ id }: AlertRule) => firing.filter(({ ruleId }) => ruleId === id).length;
  return [
    { header: 'RULE', cell: ({ name }) => name, fixed: true },
    { header: 'STATE', cell: (rule) => stateOf(rule, countOf(rule)) },
    { header: 'SEVERITY', cell: ({ severity }) => severityText(severity) },
    { header: 'CONDITION', cell: conditionText },
    { header: 'OF', cell: targetText },
    { header: 'TENANT', cell: ({ tenant }) => tenant ?? '-' },
    { header: 'CHANNELS', cell: ({ channels }) => channels.join(', ') },
  ];
}

function stateOf({ enabled }: AlertRule, firing: number): Text {
  if (!enabled) return styled('yellow', 'disabled');
  return firing === 0 ? styled('green', 'ok') : styled('red', firing === 1 ? 'fires' : `${firing} fire`);
}

export function alertColumns(now: Date): readonly Column<Alert>[] {
  return [
    { header: 'RULE', cell: ({ rule }) => rule, fixed: true },
    { header: 'STATUS', cell: ({ status }) => styled(status === 'firing' ? 'red' : 'green', status) },
    { header: 'SEVERITY', cell: ({ severity }) => severityText(severity) },
    { header: 'OF', cell: ({ subject }) => (subject === null ? '-' : `${subject.kind} ${subject.name}`) },
    { header: 'FIRED', cell: ({ firedAt }) => (firedAt === null ? '-' : relativeTime(firedAt, now)) },
    { header: 'OVER', cell: ({ resolvedAt }) => (resolvedAt === null ? '-' : relativeTime(resolvedAt, now)) },
    { header: 'MESSAGE', cell: ({ message }) => message },
  ];
}

export function silenceColumns(now: Date): readonly Column<AlertSilence>[] {
  return [
    { header: 'SILENCE', cell: ({ id }) => id, fixed: true },
    { header: 'RULE', cell: ({ rule }) => rule ?? 'all' },
    { header: 'OF', cell: ({ subject }) => subject ?? '-' },
    { header: 'BY', cell: ({ createdBy }) => createdBy },
    { header: 'ENDS', cell: ({ until }) => relativeTime(until, now) },
    { header: 'REASON', cell: ({ reason }) => reason },
  ];
}
