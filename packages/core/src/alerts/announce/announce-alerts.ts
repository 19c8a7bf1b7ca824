import type { Alert, AlertChannel, EventBus, Logger } from '@scheduler/contracts';
import type { AlertRepository } from '@scheduler/contracts/adapter';
import { allRecords } from '../records/all-records.js';
import { saveAlert } from '../records/save-alert.js';
import { type AlertChange, eventDataOf } from '../records/notification.js';
import { silenceOf } from './silenced.js';

export interface AnnounceParts {
  readonly alerts: AlertRepository;
  readonly bus: EventBus;
  readonly logger: Logger;
  /** Enqueues what is sent by a channel, once for each change of each alert, however often it is called. */
  readonly enqueueNotifications: (alert: Alert, change: AlertChange) => Promise<void>;
}

/**
 * Announces alerts that fire or are over and were not announced. What is sent is enqueued first, under an id that is taken the second time;
 * then the alert is marked by compare-and-set, and the one node that has marked it writes the log and publishes the event. Whatever a node
 * leaves undone because it dies, the next round does.
 */
export async function announceAlerts(
  parts: AnnounceParts,
  alerts: readonly Alert[],
  now: Date,
): Promise<void> {
  const firing = alerts.filter(({ status, announced }) => status === 'firing' && !announced);
  if (firing.length > 0) {
    const silences = await allRecords(parts.alerts.silences, { tenant: null });
    for (const alert of firing)
      if (silenceOf(alert, silences, now) === null) await announce(parts, alert, 'fired');
  }
  for (const alert of alerts.filter(({ status }) => status === 'resolving'))
    if (alert.announced) await announce(parts, alert, 'resolved');
    else await saveAlert(parts.alerts.alerts, alert, { status: 'resolved' });
}

async function announce(parts: AnnounceParts, alert: Alert, change: AlertChange): Promise<void> {
  try {
    await parts.enqueueNotifications(alert, change);
    const mark = change === 'fired' ? { announced: true } : ({ status: 'resolved' } as const);
    const marked = await saveAlert(parts.alerts.alerts, alert, mark);
    if (marked !== null) tell(parts, marked, change);
  } catch (error) {
    const { rule, id } = alert;
    parts.logger.warn('an alert could not be announced; the next round tries again', {
      rule,
      alert: id,
      error: String(error),
    });
  }
}

function tell({ bus, logger }: AnnounceParts, alert: Alert, change: AlertChange): void {
  const tells = (channel: AlertChannel) => alert.channels.includes(channel);
  if (tells('log')) {
    const level = change === 'resolved' || alert.severity === 'info' ? 'info' : LEVELS[alert.severity];
    logger[level](change === 'fired' ? 'an alert fires' : 'an alert is over', {
      rule: alert.rule,
      alert: alert.id,
      severity: alert.severity,
      message: alert.message,
    });
  }
  const name = change === 'fired' ? 'scheduler:alert.fired' : 'scheduler:alert.resolved';
  if (!tells('event') || !bus.wants(name)) return;
  const at = (change === 'fired' ? alert.firedAt : alert.resolvedAt) ?? alert.since;
  bus
    .publish({ events: [{ name, at, tenant: alert.tenant, data: eventDataOf(alert) }] })
    .catch((error: unknown) => logger.warn('an event was not published', { error: String(error) }));
}

const LEVELS = { warning: 'warn', critical: 'error' } as const;
