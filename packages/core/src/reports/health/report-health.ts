import type {
  ComponentStatus,
  HealthComponent,
  HealthIssue,
  HealthReport,
  HealthStatus,
} from '@scheduler/contracts';
import { sumOverQueues } from '../statistics/metrics-of.js';
import { findIssues } from './find-issues.js';
import type { HealthFacts } from './health-facts.js';

export interface ReportTerms {
  readonly uptimeMs: number;
  readonly checkedAt: Date;
}

/** Builds the health report from the facts. */
export function reportHealth(facts: HealthFacts, { uptimeMs, checkedAt }: ReportTerms): HealthReport {
  const issues = findIssues(facts);
  const { store } = facts;
  const of = (component: HealthComponent) => statusOf(issues.filter((one) => one.component === component));
  const unlessUnknown = (component: HealthComponent): ComponentStatus =>
    store === null && facts.problem === null ? 'unknown' : of(component);
  const inQueues = (field: 'available' | 'delayed' | 'running') =>
    store === null || store.queues === null ? null : sumOverQueues(store.queues, field);
  const work = store?.workload ?? null;
  return {
    status: statusOf(issues),
    components: {
      scheduler: {
        status: of('scheduler'),
        node: facts.node,
        running: facts.running,
        distributed: facts.distributed,
        leader: store?.leader ?? null,
        clockSkewMs: store?.clockSkewMs ?? null,
      },
      database: {
        status: unlessUnknown('database'),
        name: facts.storeName,
        latencyMs: store?.latencyMs ?? null,
        schema: facts.schema,
      },
      queue: {
        status: work === null ? 'unknown' : of('queue'),
        waiting: inQueues('available'),
        delayed: inQueues('delayed'),
        running: inQueues('running'),
        deadLetters: work?.deadLetters ?? null,
      },
      workers: {
        status: work === null ? 'unknown' : of('workers'),
        activeCount: work?.activeWorkers ?? null,
        abandoned: work?.abandoned ?? null,
      },
    },
    issues,
    uptimeMs,
    checkedAt,
  };
}

function statusOf(issues: readonly HealthIssue[]): HealthStatus {
  if (issues.length === 0) return 'healthy';
  return issues.every(({ severity }) => severity === 'warning') ? 'degraded' : 'unhealthy';
}
