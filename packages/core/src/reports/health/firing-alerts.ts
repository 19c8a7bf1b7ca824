import { type Alert, ALERT_SEVERITIES, type FiringAlert, type FiringAlerts } from '@scheduler/contracts';
import type { AlertRecords, TenantScope } from '@scheduler/contracts/adapter';
import { allRecords } from '../../alerts/records/all-records.js';

/** More of them would not help somebody who reads a report. */
const MOST_NAMED = 20;

/** Reads what fires, of one tenant or of all. */
export async function readFiringAlerts(
  alerts: Pick<AlertRecords<Alert>, 'list'>,
  tenant: TenantScope,
): Promise<FiringAlerts> {
  return firingAlerts(await allRecords(alerts, { tenant, statuses: ['firing'] }));
}

/** Counts alerts by severity, and names the worst ones first; of one severity those that fire longest. */
export function firingAlerts(alerts: readonly Alert[]): FiringAlerts {
  const count = (wanted: Alert['severity']) => alerts.filter(({ severity }) => severity === wanted).length;
  const rank = ({ severity }: Alert) => ALERT_SEVERITIES.indexOf(severity);
  const worst = [...alerts].sort((a, b) => rank(b) - rank(a) || sinceOf(a).getTime() - sinceOf(b).getTime());
  return {
    critical: count('critical'),
    warning: count('warning'),
    info: count('info'),
    worst: worst.slice(0, MOST_NAMED).map(named),
  };
}

function named(alert: Alert): FiringAlert {
  const { id, rule, severity, subject, message } = alert;
  return { id, rule, severity, subject, message, since: sinceOf(alert) };
}

function sinceOf({ firedAt, since }: Alert): Date {
  return firedAt ?? since;
}
