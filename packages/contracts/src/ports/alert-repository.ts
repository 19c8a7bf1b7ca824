import type { AlertRule } from '../alerts/alert-rule.js';
import type { AlertSilence } from '../alerts/alert-silence.js';
import type { Alert, AlertStatus } from '../alerts/alert.js';
import type { TenantScope } from '../values/tenant.js';

/** The rules of alerts, the alerts themselves, and what silences them. A store has all three or none. */
export interface AlertRepository {
  readonly rules: AlertRecords<AlertRule>;
  readonly alerts: AlertRecords<Alert>;
  readonly silences: AlertRecords<AlertSilence>;
}

/** What the three kinds have in common. */
export interface AlertRecord {
  readonly id: string;
  readonly tenant: string | null;
  readonly createdAt: Date;
  /** A writer names the revision that it has read. */
  readonly revision: number;
}

/**
 * Records of one kind. Every change is one atomic step that names the revision which was read, so that of several nodes that decide the same
 * at the same time one alone writes. What is unique, sorted by and pruned is said by `alertKind` of the adapter kit.
 */
export interface AlertRecords<TRecord extends AlertRecord> {
  /** False, and nothing is changed: the id or what is unique of it is taken. */
  add(request: { readonly record: TRecord }): Promise<boolean>;

  /** False, and nothing is changed: the stored revision is another one, there is no such record, or what is unique of it is taken. */
  save(request: { readonly record: TRecord; readonly expectedRevision: number }): Promise<boolean>;

  /** False, and nothing is changed: the stored revision is another one, or there is no such record. */
  delete(request: { readonly id: string; readonly expectedRevision: number }): Promise<boolean>;

  /** Null: no such record for this tenant. */
  get(request: { readonly id: string; readonly tenant: TenantScope }): Promise<TRecord | null>;

  /** Newest first; of one instant, the greatest id first. */
  list(request: ListAlertRecords): Promise<readonly TRecord[]>;

  /** Deletes records that were over before an instant, at most `limit`. Returns how many. */
  prune(request: { readonly before: Date; readonly limit: number }): Promise<number>;

  /** Deletes records of a tenant. Returns how many, 0 when none is left. */
  deleteOfTenant(request: { readonly tenant: string; readonly limit: number }): Promise<number>;
}

export interface ListAlertRecords {
  /** Null: those of all tenants, and those without one. */
  readonly tenant: TenantScope;
  readonly limit: number;
  /** Alerts with any of these. Missing: whatever their status is. */
  readonly statuses?: readonly AlertStatus[];
  /** What belongs to the rule of this name. */
  readonly rule?: string;
  /** Where a page ends: the next one begins after it. */
  readonly after?: AlertRecordCursor;
}

export interface AlertRecordCursor {
  readonly createdAt: Date;
  readonly id: string;
}
