import { ALERT_KINDS, type AlertRepository } from '@scheduler/contracts/adapter';
import type { RedisDatabase } from '../database/redis-database.js';
import { RedisAlertRecords } from './redis-alert-records.js';

export function buildAlerts(
  database: RedisDatabase,
  guarded: <T extends object>(repository: T) => T,
): AlertRepository {
  return {
    rules: guarded(new RedisAlertRecords(database, ALERT_KINDS.rules)),
    alerts: guarded(new RedisAlertRecords(database, ALERT_KINDS.alerts)),
    silences: guarded(new RedisAlertRecords(database, ALERT_KINDS.silences)),
  };
}
