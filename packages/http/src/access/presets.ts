import { type Permission, PERMISSIONS } from './permissions.js';

const VIEWER: readonly Permission[] = PERMISSIONS.filter(
  (name) =>
    name.endsWith(':read') && name !== 'payloads:read' && name !== 'keys:read' && name !== 'audit:read',
);

const ADMINISTRATIVE: ReadonlySet<Permission> = new Set([
  'keys:read',
  'keys:write',
  'audit:read',
  'tenants:delete',
  'process:run',
]);

const OPERATOR: readonly Permission[] = PERMISSIONS.filter((name) => !ADMINISTRATIVE.has(name));

/** Sets of permissions for common roles. A viewer sees no payloads. */
export const PRESETS = Object.freeze({ viewer: VIEWER, operator: OPERATOR, admin: PERMISSIONS });
