import type { Alert } from '@scheduler/contracts';
import type { AlertRecords } from '@scheduler/contracts/adapter';

/** Writes changes of an alert as it was read. Null: another node was faster. */
export async function saveAlert(
  alerts: Pick<AlertRecords<Alert>, 'save'>,
  alert: Alert,
  changes: Partial<Alert>,
): Promise<Alert | null> {
  const record = { ...alert, ...changes, revision: alert.revision + 1 };
  return (await alerts.save({ record, expectedRevision: alert.revision })) ? record : null;
}
