import { ALERT_KINDS, type AlertRepository } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { KnexAlertRecords } from './knex-alert-records.js';

export class KnexAlertRepository implements AlertRepository {
  readonly rules: AlertRepository['rules'];
  readonly alerts: AlertRepository['alerts'];
  readonly silences: AlertRepository['silences'];

  constructor(database: Database) {
    const { alertRules, alerts, alertSilences } = database.tables;
    this.rules = new KnexAlertRecords({ database, table: alertRules, kind: ALERT_KINDS.rules });
    this.alerts = new KnexAlertRecords({ database, table: alerts, kind: ALERT_KINDS.alerts });
    this.silences = new KnexAlertRecords({ database, table: alertSilences, kind: ALERT_KINDS.silences });
  }
}
