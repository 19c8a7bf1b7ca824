import { PollingWakeUps } from './polling-wake-ups.js';
import { PostgresWakeUps } from './postgres-wake-ups.js';
import type { WakeUpParts, WakeUps } from './wake-ups.js';

/** PostgreSQL notifies other sessions by itself; on other databases nodes poll. */
export function createWakeUps(parts: WakeUpParts): WakeUps {
  return parts.database.dialect.name === 'postgres' ? new PostgresWakeUps(parts) : new PollingWakeUps(parts);
}
