import { isTenant } from '@scheduler/contracts';
import { HttpError } from '../problems/http-error.js';
import { type Permission, PERMISSIONS } from './permissions.js';

/** Who sends a request, and what it may do. */
export interface Principal {
  /** Stored as `created_by`, and in the audit log. */
  readonly id: string;
  /** What kind of credential it has, such as `user`, `api_key` or `local`. */
  readonly kind: string;
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
  if (typeof kind !== 'string' || kind === '') return 'kind is not a text';
  if (tenant !== null && !isTenant(tenant)) return 'tenant is neither null nor a tenant';
  if (!Array.isArray(permissions)) return 'permissions are not a list';
  const unknown = permissions.find((name) => !PERMISSIONS.includes(name as Permission));
  return unknown === undefined ? null : 'permissions have a name that is not known';
}

export function isAllowed({ permissions }: Principal, permission: Permission): boolean {
  return permissions.includes(permission);
}

export function requirePermission(principal: Principal, permission: Permission): void {
  if (isAllowed(principal, permission)) return;
  throw new HttpError(403, 'FORBIDDEN', `this needs the permission ${permission}`);
}
