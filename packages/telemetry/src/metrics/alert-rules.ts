import type { MetricName } from './metric-table.js';

interface AlertRule {
  readonly name: string;
  readonly expression: string;
  readonly for: string;
  readonly severity: 'warning' | 'critical';
  readonly summary: string;
}

/** A name of the table: another one does not compile. `part`: of a histogram. */
export const metric = (name: MetricName, part: '' | '_bucket' | '_sum' | '_count' = ''): string =>
  `${name}${part}`;

const ended = metric('scheduler_executions_total');

const RULES: readonly AlertRule[] = [
  {
    name: 'SchedulerHighFailureRate',
    expression: `100 * sum(rate(${ended}{status=~"failed|timeout"}[5m])) / sum(rate(${ended}{status=~"success|failed|timeout"}[5m])) > 10`,
    for: '5m',
    severity: 'warning',
    summary: 'More than 10 % of the executions fail.',
  },
  {
    name: 'SchedulerTimeoutSpike',
    expression: `sum(increase(${ended}{status="timeout"}[10m])) > 5`,
    for: '0m',
    severity: 'critical',
    summary: 'More than 5 executions timed out within 10 minutes.',
  },
  {
    name: 'SchedulerQueueGrows',
    expression: `max by (queue) (${metric('scheduler_queue_size')}) > 100 and deriv(max by (queue) (${metric('scheduler_queue_size')})[15m:1m]) > 0`,
    for: '15m',
    severity: 'warning',
    summary: 'Queue {{ $labels.queue }} has grown for a quarter of an hour.',
  },
  {
    name: 'SchedulerDeadLettersGrow',
    expression: `sum(increase(${metric('scheduler_dead_letters_added_total')}[15m])) > 10`,
    for: '0m',
    severity: 'warning',
    summary: 'More than 10 executions became dead letters within 15 minutes.',
  },
  {
    name: 'SchedulerNodesLost',
    expression: `sum(increase(${metric('scheduler_executions_rescued_total')}[10m])) > 0`,
    for: '0m',
    severity: 'warning',
    summary: 'Executions were taken from nodes that are dead or frozen.',
  },
  {
    name: 'SchedulerStoreUnreachable',
    expression: `min(${metric('scheduler_store_reachable')}) == 0`,
    for: '2m',
    severity: 'critical',
    summary: 'A node cannot reach its store.',
  },
];

/**
 * Alerting rules for Prometheus as YAML.
 *
 * @example
 * writeFileSync('scheduler.rules.yml', prometheusRules());
 */
export function prometheusRules(): string {
  return ['groups:', '  - name: scheduler', '    rules:', ...RULES.flatMap(ruleLines), ''].join('\n');
}

/** JSON texts are YAML texts. */
function ruleLines(rule: AlertRule): readonly string[] {
  return [
    `      - alert: ${rule.name}`,
    `        expr: ${JSON.stringify(rule.expression)}`,
    `        for: ${rule.for}`,
    `        labels: { severity: ${rule.severity} }`,
    `        annotations: { summary: ${JSON.stringify(rule.summary)} }`,
  ];
}
