import { type ScheduleDefinition, type Trigger, trigger } from '@scheduler/contracts';
import { CLEANUP_OLD_DATA, type CleanupOldDataPayload } from './cleanup-old-data.handler.js';
import { HEALTH_CHECK } from './health-check.handler.js';

const cleanup = (name: string, when: Trigger): ScheduleDefinition<CleanupOldDataPayload> => ({
  type: CLEANUP_OLD_DATA,
  name,
  description: 'Delete data that is past its retention',
  trigger: when,
  payload: { retentionDays: 90 },
  timeout: '30m',
  maxRetries: 1,
  priority: 'low',
  tags: ['maintenance', 'cleanup'],
});

const healthCheck = (name: string, when: Trigger): ScheduleDefinition => ({
  type: HEALTH_CHECK,
  name,
  description: 'Check everything that the product depends on',
  trigger: when,
  timeout: '10s',
  // The next check comes soon anyway, and a missed check has no value later.
  maxRetries: 0,
  missedRuns: 'skip',
  tags: ['maintenance', 'health'],
});

export const maintenanceSchedules: readonly ScheduleDefinition[] = [
  cleanup('daily-cleanup', trigger.daily({ at: '02:00' })),
  healthCheck('health-check', trigger.every('5m')),
];

export const maintenanceDemoSchedules: readonly ScheduleDefinition[] = [
  cleanup('demo-cleanup', trigger.every('8s')),
  healthCheck('demo-health-check', trigger.every('3s')),
];
