import { ALERT_KINDS, type AlertRepository } from '@scheduler/contracts/adapter';
import { MemoryAlertRecords } from './alerts/memory-alert-records.js';

export class MemoryAlertRepository implements AlertRepository {
  readonly rules = new MemoryAlertRecords(ALERT_KINDS.rules);
  readonly alerts = new MemoryAlertRecords(ALERT_KINDS.alerts);
  readonly silences = new MemoryAlertRecords(ALERT_KINDS.silences);
}
