import { type Alert, isSchedulerError, type Execution, type JsonObject } from '@scheduler/contracts';
import { announceNew, executionOfRequest } from '../../schedule/enqueue.js';
import type { ManagerParts } from '../../schedule/manager-parts.js';
import { type AlertChange, type AlertNotification, notificationOf } from '../records/notification.js';
import { configuredChannels, SENT_TYPES, type SentChannel } from './channel-types.js';

/**
 * Enqueues what is sent by the channels of an alert that are configured here. The ids say what is announced, so that what was enqueued
 * before is not enqueued again.
 */
export async function enqueueNotifications(
  parts: ManagerParts,
  alert: Alert,
  change: AlertChange,
): Promise<void> {
  const notification = notificationOf(alert, change);
  for (const channel of configuredChannels(parts.config.alerts))
    if (alert.channels.includes(channel)) {
      const id = `${alert.id}.${change}.${channel}`;
      await enqueueOnce(parts, { id, channel, notification, tenant: alert.tenant });
    }
}

export interface EnqueueNotification {
  readonly id: string;
  readonly channel: SentChannel;
  readonly notification: AlertNotification;
  readonly tenant: string | null;
}

/** The quotas of a tenant do not hold it up: nobody of the tenant has asked for it. */
export async function enqueueOnce(
  parts: ManagerParts,
  { id, channel, notification, tenant }: EnqueueNotification,
): Promise<void> {
  const { queue, timeoutMs } = parts.config.alerts;
  const execution = executionOfRequest(
    parts,
    { id, type: SENT_TYPES[channel], queue, timeout: timeoutMs, payload: notification as JsonObject },
    tenant,
  );
  try {
    const stored: readonly Execution[] = await parts.executions.add({ executions: [execution] });
    await announceNew(parts, stored);
  } catch (error) {
    if (!isSchedulerError(error) || error.code !== 'JOB_ALREADY_EXISTS') throw error;
  }
}
