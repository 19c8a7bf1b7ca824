import { isTenant, PRINCIPAL_KINDS, type PrincipalKind } from '@scheduler/contracts';
import { isPermission, type Permission } from '@scheduler/core';
import { HttpError } from '../problems/http-error.js';

/** Who sends a request, and what it may do. */
export interface Principal {
  /** Stored as `created_by`, and in the audit log. */
  readonly id: string;
  /** How it has shown who it is: `application` for the session of an application. */
  readonly kind: PrincipalKind;
  /** The tenant whose things it sees. Null: it sees those of all tenants. It is never taken from the request. */
  readonly tenant: string | null;
  readonly permissions: readonly Permission[];
}

const LONGEST_ID = 255;

/**
 * The principal, if it is a complete one. What an application returns is checked, because a tenant that is missing by mistake must not mean
 * all tenants.
 */
export function checkPrincipal(value: Principal): Principal {
  const wrong = problemOf(value);
  if (wrong === null) return value;
  throw new HttpError(500, 'PRINCIPAL_INVALID', `authenticate gave a principal whose ${wrong}`);
}

function problemOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return 'value is not an object';
  const { id, kind, tenant, permissions } = value as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID)
    return `id is not a text of 1 to ${LONGEST_ID} characters`;
  if (!PRINCIPAL_KINDS.includes(kind as PrincipalKind))
    return `kind is none of ${PRINCIPAL_KINDS.join(', ')}`;
  if (tenant !== null && !isTenant(tenant)) return 'tenant is neither null nor a tenant';
  if (!Array.isArray(permissions)) return 'permissions are not a list';
  return permissions.every(isPermission) ? null : 'permissions have a name that is not known';
}
