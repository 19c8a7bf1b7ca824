import { type ScheduleDefinition, trigger } from '@scheduler/contracts';
import { EXPORT_REPORT } from './export-report.handler.js';
import type { ExportRequest } from './report.service.js';

export const reportSchedules: readonly ScheduleDefinition<ExportRequest>[] = [
  {
    type: EXPORT_REPORT,
    name: 'weekly-sales-report',
    description: 'The sales of last week, before the Monday meeting',
    trigger: trigger.cron('0 9 * * MON', { zone: 'Europe/Berlin' }),
    payload: { report: 'sales_by_region', format: 'csv', period: 'week' },
    tags: ['reports'],
  },
  {
    type: EXPORT_REPORT,
    name: 'daily-orders-export',
    description: 'Every order of the last day, for the accounting system',
    trigger: trigger.daily({ at: '06:00', zone: 'Europe/Berlin' }),
    payload: { report: 'sales', format: 'json', period: 'day' },
    tags: ['reports'],
    priority: 'high',
  },
];

/** Schedules for a demo, with an export every few seconds. */
export const reportDemoSchedules: readonly ScheduleDefinition<ExportRequest>[] = [
  {
    type: EXPORT_REPORT,
    name: 'demo-sales-report',
    trigger: trigger.every('3s'),
    payload: { report: 'sales', format: 'csv', period: 'all' },
    tags: ['reports', 'demo'],
  },
];
