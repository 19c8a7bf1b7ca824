import { type Permission, PERMISSIONS } from './permissions.js';

const VIEWER: readonly Permission[] = PERMISSIONS.filter(
  (name) =>
    name.endsWith(':read') && name !== 'payloads:read' && name !== 'keys:read' && name !== 'audit:read',
);

const OPERATOR: readonly Permission[] = PERMISSIONS.filter(
  (name) => name !== 'keys:read' && name !== 'keys:write' && name !== 'audit:read' && name !== 'process:run',
);

/** Sets of permissions for common roles. A viewer sees no payloads. */
export const PRESETS = Object.freeze({ viewer: VIEWER, operator: OPERATOR, admin: PERMISSIONS });
