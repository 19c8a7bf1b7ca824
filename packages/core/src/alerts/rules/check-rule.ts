import { AlertInvalid, type AlertMetric, type AlertRule, type InputIssue } from '@scheduler/contracts';
import { METRICS } from './metrics.js';

const SHORTEST_WINDOW_MS = 1_000;
const LONGEST_WINDOW_MS = 86_400_000;
const TARGETS = ['job', 'queue', 'type'] as const;

/** Throws AlertInvalid for what a metric cannot do, with the field, the value and the way out. */
export function checkRule(rule: AlertRule): void {
  const issues = [...problemsOfTarget(rule), ...problemsOfCondition(rule)];
  if (issues.length > 0) throw new AlertInvalid(issues);
}

function problemsOfTarget(rule: AlertRule): readonly InputIssue[] {
  const { metric } = rule.condition;
  const { targets, ofTenant } = METRICS[metric];
  const set = TARGETS.filter((target) => rule[target] !== null);
  const [second] = set.slice(1);
  return [
    ...set
      .filter((target) => !targets.includes(target))
      .map((target) => ({
        field: target,
        value: rule[target],
        problem: `does not narrow the metric ${metric}`,
        accepted:
          targets.length === 0 ? 'a rule without it' : `${targets.join(' or ')}, or a rule without it`,
      })),
    ...(second === undefined
      ? []
      : [
          {
            field: second,
            value: rule[second],
            problem: `is given beside ${set[0]}`,
            accepted: 'one of job, queue and type',
          },
        ]),
    ...(rule.tenant !== null && !ofTenant
      ? [
          {
            field: 'condition.metric',
            value: metric,
            problem: 'cannot be measured for one tenant',
            accepted: `a rule without a tenant, or one of ${metricsOfTenants().join(', ')}`,
          },
        ]
      : []),
  ];
}

function metricsOfTenants(): readonly string[] {
  return Object.keys(METRICS).filter((metric) => METRICS[metric as AlertMetric].ofTenant);
}

function problemsOfCondition({ condition }: AlertRule): readonly InputIssue[] {
  const { metric, operator, durationMs } = condition;
  const { measure } = METRICS[metric];
  const compares = operator === 'gt' || operator === 'gte';
  const isWindow = measure === 'window' || measure === 'growth';
  return [
    ...((measure === 'jobs' || measure === 'growth') && !compares
      ? [
          {
            field: 'condition.operator',
            value: operator,
            problem: `does not fit the metric ${metric}`,
            accepted: 'gt or gte',
          },
        ]
      : []),
    ...(isWindow && (durationMs < SHORTEST_WINDOW_MS || durationMs > LONGEST_WINDOW_MS)
      ? [
          {
            field: 'condition.duration',
            value: durationMs,
            problem: `does not fit the metric ${metric}, which is counted over it`,
            accepted: 'from 1s to 24h',
          },
        ]
      : []),
  ];
}
