import {
  ALERT_SEVERITIES,
  type ComponentStatus,
  type HealthReport,
  type SchedulerMetrics,
} from '@scheduler/contracts';
import { z } from 'zod';
import { isoOf, optionalTime, time } from '../fields/json-fields.js';

const upOrDown = z.enum(['up', 'down']);
const overall = z.enum(['healthy', 'degraded', 'unhealthy']);

/** The seed's health: a component is up unless it does not work. */
export const healthSchema = z
  .strictObject({
    status: overall,
    components: z.strictObject({
      scheduler: z.strictObject({ status: upOrDown }),
      database: z.strictObject({ status: upOrDown, latency_ms: z.number().nullable() }),
      queue: z.strictObject({ status: upOrDown }),
      workers: z.strictObject({ status: upOrDown, active_count: z.int().nullable() }),
    }),
    issues: z.array(
      z.strictObject({
        component: z.string(),
        severity: z.enum(['warning', 'error', 'critical']),
        code: z.string(),
        message: z.string(),
        since: optionalTime,
      }),
    ),
    alerts: z
      .strictObject({
        critical: z.int(),
        warning: z.int(),
        info: z.int(),
        worst: z.array(
          z.strictObject({
            id: z.string(),
            rule: z.string(),
            severity: z.enum(ALERT_SEVERITIES),
            since: time,
          }),
        ),
      })
      .nullable()
      .meta({
        description:
          'What fires, the worst first; it does not change the status. Null: not known, or the store keeps no alerts.',
      }),
    timestamp: time,
    uptime_seconds: z.number(),
  })
  .meta({ id: 'Health' });

export function healthView(report: HealthReport): z.infer<typeof healthSchema> {
  const { scheduler, database, queue, workers } = report.components;
  return {
    status: report.status,
    components: {
      scheduler: { status: upOrDownOf(scheduler.status) },
      database: { status: upOrDownOf(database.status), latency_ms: database.latencyMs },
      queue: { status: upOrDownOf(queue.status) },
      workers: { status: upOrDownOf(workers.status), active_count: workers.activeCount },
    },
    issues: report.issues.map(({ component, severity, code, message, since }) => ({
      component,
      severity,
      code,
      message,
      since: isoOf(since),
    })),
    alerts: alertsOf(report),
    timestamp: isoOf(report.checkedAt),
    uptime_seconds: Math.round(report.uptimeMs / 1_000),
  };
}

/** What they are about and say is for those who may read alerts. */
function alertsOf({ alerts }: HealthReport): z.infer<typeof healthSchema>['alerts'] {
  if (alerts === null) return null;
  const worst = alerts.worst.map(({ id, rule, severity, since }) => ({
    id,
    rule,
    severity,
    since: isoOf(since),
  }));
  return { ...alerts, worst };
}

function upOrDownOf(status: ComponentStatus): 'up' | 'down' {
  return status === 'healthy' || status === 'degraded' ? 'up' : 'down';
}

/** What the health of a whole platform says about its scheduler. */
export const platformHealthSchema = z
  .strictObject({
    status: overall,
    components: z.strictObject({
      database: z.strictObject({ status: upOrDown, latency_ms: z.number().nullable() }),
      scheduler: z.strictObject({
        status: upOrDown,
        active_jobs: z.int().nullable(),
        pending_executions: z.int().nullable(),
        queue_health: z.enum(['healthy', 'degraded', 'unhealthy', 'unknown']),
      }),
    }),
  })
  .meta({ id: 'PlatformHealth' });

/** Metrics null: the store did not answer. */
export function platformHealthView(
  report: HealthReport,
  metrics: SchedulerMetrics | null,
): z.infer<typeof platformHealthSchema> {
  const { scheduler, database, queue } = report.components;
  return {
    status: report.status,
    components: {
      database: { status: upOrDownOf(database.status), latency_ms: database.latencyMs },
      scheduler: {
        status: upOrDownOf(scheduler.status),
        active_jobs: metrics?.jobs.active ?? null,
        pending_executions: metrics?.executions.pending ?? null,
        queue_health: queue.status,
      },
    },
  };
}
