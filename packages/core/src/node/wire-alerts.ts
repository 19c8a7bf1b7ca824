import { type AlertMailer, ConfigurationInvalid, type JobType } from '@scheduler/contracts';
import { AlertWatch } from '../alerts/alert-watch.js';
import { Alerts } from '../alerts/alerts.js';
import { channelHandlers } from '../alerts/deliver/channel-handlers.js';
import { enqueueNotifications, enqueueOnce } from '../alerts/deliver/enqueue-notifications.js';
import { evaluateAlerts } from '../alerts/evaluate/evaluate.js';
import { Expectations } from '../alerts/evaluate/expectations.js';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import { type ManagerParts, storeNow } from '../schedule/manager-parts.js';
import type { PresentParts } from './present-ports.js';

export interface WiredAlerts {
  readonly alerts: Alerts;
  readonly expectations: Expectations;
  /** Null: the store keeps no alerts, or this node does not evaluate them. */
  readonly alertWatch: AlertWatch | null;
}

/** Wires rules, their evaluation, and the handlers that send what is announced. */
export function wireAlerts(parts: PresentParts, manager: ManagerParts, mayLead: () => boolean): WiredAlerts {
  const { config, clock, logger, handlers, ports } = parts;
  checkMailer(config, parts.alertMailer);
  if (ports.has('alerts'))
    for (const handler of channelHandlers({
      config: config.alerts,
      clock,
      mailer: parts.alertMailer ?? null,
    }))
      if (!(handler.types ?? []).some((type) => handlers.supports(type as JobType)))
        handlers.register(handler);
  const evaluate = () =>
    evaluateAlerts({
      ...parts,
      bus: parts.events,
      expectations,
      enqueueNotifications: (alert, change) => enqueueNotifications(manager, alert, change),
    });
  const expectations = new Expectations(parts);
  const alerts = new Alerts({
    ...parts,
    now: () => storeNow(manager),
    evaluate,
    enqueueTest: (request) => enqueueOnce(manager, request),
  });
  const watches = config.alerts.enabled && ports.has('alerts') && ports.has('statistics');
  return {
    alerts,
    expectations,
    alertWatch: watches
      ? new AlertWatch({
          config,
          clock,
          logger,
          election: parts.leadership,
          mayLead,
          evaluate,
        })
      : null,
  };
}

/** Addresses without somebody who sends to them, and the other way round, would be ignored. */
function checkMailer({ alerts }: SchedulerConfig, mailer: AlertMailer | undefined): void {
  if (alerts.email.length > 0 === (mailer !== undefined)) return;
  throw new ConfigurationInvalid(
    mailer === undefined
      ? {
          field: 'alerts.emailTo',
          value: alerts.email.join(', '),
          problem: 'needs somebody who sends mails',
          accepted: 'alertMailer of the node, or no addresses',
        }
      : {
          field: 'options.alertMailer',
          value: undefined,
          problem: 'has nobody to send to',
          accepted: 'addresses in alerts.emailTo beside it',
        },
  );
}
