import type { JsonValue } from '../values/json.js';

export const PRINCIPAL_KINDS = ['api_key', 'jwt', 'application', 'local', 'console'] as const;

/** How a principal has shown who it is. */
export type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];

/** Who did it. */
export interface AuditPrincipal {
  readonly id: string;
  readonly kind: PrincipalKind;
}

/** What it was done to. */
export interface AuditObject {
  /** Such as `job`, `execution`, `queue` or `api_key`. */
  readonly kind: string;
  readonly id: string;
}

/** One write through the API or the console: who did what to which object, and why. Records are never changed. */
export interface AuditRecord {
  readonly id: string;
  readonly at: Date;
  /** The tenant that the object belongs to, and with which the record is deleted. Null: none. */
  readonly tenant: string | null;
  readonly principal: AuditPrincipal;
  /** The permission that it needed, such as `jobs:write`. */
  readonly action: string;
  /** What was called, such as `jobs.pause`. */
  readonly operation: string;
  /** Null: it concerns no single object. */
  readonly object: AuditObject | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Why, in the words of the caller. Null: no reason was given. */
  readonly reason: string | null;
  /** Null: it was no request of the API. */
  readonly requestId: string | null;
}
