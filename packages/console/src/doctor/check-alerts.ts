import { type Alert, isSchedulerError } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { type Check, firstFew, ok, warning } from './check.js';

/** None: the store keeps no alerts. */
export async function examineAlerts(node: SchedulerNode): Promise<readonly Check[]> {
  try {
    return [checkAlerts(await node.alerts.firing())];
  } catch (error) {
    if (isSchedulerError(error) && error.code === 'FEATURE_NOT_SUPPORTED') return [];
    throw error;
  }
}

/** Checks for alerts that fire now. */
export function checkAlerts(firing: readonly Alert[]): Check {
  if (firing.length === 0) return ok('alerts', 'no alert fires');
  return warning({
    name: 'alerts',
    message: firstFew(firing.map(({ rule, message }) => `${rule}: ${message}`)),
    wayOut: 'scheduler alert:list shows them; alert:silence keeps them from being announced',
  });
}
