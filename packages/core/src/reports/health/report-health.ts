import type {
  ComponentStatus,
  HealthComponent,
  HealthIssue,
  HealthReport,
  HealthStatus,
} from '@scheduler/contracts';
import { sumOverQueues } from '../statistics/metrics-of.js';
import type { HealthFacts } from './health-facts.js';

export interface ReportTerms {
  readonly uptimeMs: number;
  readonly checkedAt: Date;
  /** The issues that were found in the facts, each with its beginning. */
  readonly issues: readonly HealthIssue[];
}

/** Builds the health report from the facts. */
export function reportHealth(facts: HealthFacts, { uptimeMs, checkedAt, issues }: ReportTerms): HealthReport {
  const { answer, figures } = facts;
  const of = (component: HealthComponent) => statusOf(issues.filter((one) => one.component === component));
  const unlessUnknown = (component: HealthComponent): ComponentStatus =>
    !facts.asked ? 'unknown' : of(component);
  const inQueues = (field: 'available' | 'delayed' | 'running') =>
    figures === null || figures.queues === null ? null : sumOverQueues(figures.queues, field);
  const work = figures?.workload ?? null;
  const unlessUncounted = (component: HealthComponent): ComponentStatus => {
    const status = of(component);
    return work === null && status === 'healthy' ? 'unknown' : status;
  };
  return {
    status: statusOf(issues),
    components: {
      scheduler: {
        status: of('scheduler'),
        node: facts.node,
        running: facts.running,
        distributed: facts.distributed,
        leader: figures?.leader ?? null,
        clockSkewMs: answer?.clockSkewMs ?? null,
      },
      database: {
        status: unlessUnknown('database'),
        name: facts.storeName,
        latencyMs: answer?.latencyMs ?? null,
        schema: facts.schema,
      },
      queue: {
        status: unlessUncounted('queue'),
        waiting: inQueues('available'),
        delayed: inQueues('delayed'),
        running: inQueues('running'),
        deadLetters: work?.deadLetters ?? null,
        withoutHandler: figures?.withoutHandler ?? null,
      },
      workers: {
        status: unlessUncounted('workers'),
        // The store knows the nodes that hold leases.
        activeCount: work === null ? null : work.activeWorkers + (facts.idle ? 1 : 0),
        abandoned: work?.abandoned ?? null,
      },
    },
    issues,
    alerts: figures?.alerts ?? null,
    uptimeMs,
    checkedAt,
  };
}

function statusOf(issues: readonly HealthIssue[]): HealthStatus {
  if (issues.length === 0) return 'healthy';
  return issues.every(({ severity }) => severity === 'warning') ? 'degraded' : 'unhealthy';
}
