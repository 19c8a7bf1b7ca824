import { FeatureNotSupported } from '@scheduler/contracts';
import { z } from 'zod';
import { flagText } from '../fields/query-fields.js';
import { healthSchema, healthView, platformHealthSchema, platformHealthView } from '../views/health-view.js';
import { metricsSchema, metricsView } from '../views/statistics-view.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';

const HOUR_MS = 3_600_000;
const PERIODS = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS, '30d': 720 * HOUR_MS } as const;

const shared = { method: 'GET', permission: 'metrics:read', tag: 'Monitoring' } as const;
const healthQuery = z.strictObject({
  /** False: a process that only serves the API is healthy without running jobs. */
  must_run: flagText.default(true),
});

export const SEED_MONITORING_ROUTES: readonly Route[] = [
  route({
    ...shared,
    path: '/metrics',
    operation: 'metrics.get',
    summary: 'Metrics of jobs, executions and queues.',
    query: z.strictObject({ period: z.enum(['1h', '24h', '7d', '30d']).default('24h') }),
    answers: { 200: answer('The metrics of the period.', metricsSchema) },
    handle: async ({ query, scheduler, node, principal, services }) => {
      const since = new Date(node.clock.now().getTime() - PERIODS[query.period]);
      // What ended in the period is counted row by row, and every open dashboard asks for it.
      const key = JSON.stringify(['metrics', principal.tenant, query.period]);
      const body = await services.reports.get(key, async () =>
        metricsView(await scheduler.getMetrics({ since })),
      );
      return { status: 200, body };
    },
  }),
  route({
    ...shared,
    tenants: 'all',
    path: '/metrics/prometheus',
    operation: 'metrics.prometheus',
    summary: 'The metrics of this process in the text format of Prometheus.',
    answers: { 200: answer('The metrics.', z.string(), 'text/plain') },
    handle: async ({ services: { metrics } }) => {
      if (metrics === null)
        throw new FeatureNotSupported('metrics for Prometheus', 'this API', 'give createHandler metrics');
      const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
      return { status: 200, body: await metrics.prometheus(), headers };
    },
  }),
  route({
    ...shared,
    path: '/health',
    operation: 'health.get',
    summary: 'Whether scheduler, store, queues and workers are healthy.',
    query: healthQuery,
    answers: { 200: answer('Healthy.', healthSchema), 503: answer('Not healthy.', healthSchema) },
    handle: async ({ query, scheduler }) => {
      const report = await scheduler.healthCheck({ mustRun: query.must_run });
      return { status: report.status === 'healthy' ? 200 : 503, body: healthView(report) };
    },
  }),
  route({
    ...shared,
    path: '/platform-health',
    operation: 'health.platform',
    summary: 'What the health of a whole platform says about its scheduler.',
    query: healthQuery,
    answers: {
      200: answer('Healthy.', platformHealthSchema),
      503: answer('Not healthy.', platformHealthSchema),
    },
    handle: async ({ query, scheduler }) => {
      const report = await scheduler.healthCheck({ mustRun: query.must_run });
      // The report says that the store does not answer; the counts are missing then.
      const metrics = await scheduler.getMetrics().catch(() => null);
      const status = report.status === 'healthy' ? 200 : 503;
      return { status, body: platformHealthView(report, metrics) };
    },
  }),
];
