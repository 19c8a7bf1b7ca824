import { AccessInvalid, type InputIssue, PermissionDenied } from '@scheduler/contracts';
import { didYouMean } from '@scheduler/contracts/adapter';

/** Every action that may be allowed. What is not allowed is refused. */
export const PERMISSIONS = [
  'jobs:read',
  'jobs:write',
  'jobs:run',
  'calendar:read',
  'executions:read',
  'executions:retry',
  'executions:cancel',
  'payloads:read',
  'queues:read',
  'queues:write',
  'dead_letters:read',
  'dead_letters:write',
  'bulk:read',
  'bulk:write',
  'circuits:read',
  'circuits:write',
  'limits:read',
  'limits:write',
  'events:read',
  'events:write',
  'workflows:read',
  'workflows:write',
  'nodes:read',
  'alerts:read',
  'alerts:write',
  'metrics:read',
  'audit:read',
  'keys:read',
  'keys:write',
  'tenants:delete',
  'process:run',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** What tells who did what, and who may: not for everybody who may look. */
const CONFIDENTIAL: ReadonlySet<string> = new Set(['payloads:read', 'audit:read', 'keys:read']);
/** What reaches further than the work itself. */
const ADMINISTRATIVE: ReadonlySet<string> = new Set([
  'audit:read',
  'keys:read',
  'keys:write',
  'tenants:delete',
  'process:run',
]);

/** Sets of permissions by name: a viewer looks, an operator also changes work, an admin may do everything. */
export const PRESETS = {
  viewer: PERMISSIONS.filter((name) => name.endsWith(':read') && !CONFIDENTIAL.has(name)),
  operator: PERMISSIONS.filter((name) => !ADMINISTRATIVE.has(name)),
  admin: PERMISSIONS,
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type Preset = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly Preset[];

export function isPermission(value: unknown): value is Permission {
  return (PERMISSIONS as readonly unknown[]).includes(value);
}

/** What allows something to somebody. */
export interface Grants {
  readonly permissions: readonly string[];
}

export function isAllowed({ permissions }: Grants, permission: Permission): boolean {
  return permissions.includes(permission);
}

/** Throws PermissionDenied where it is not allowed. */
export function requirePermission(grants: Grants, permission: Permission): void {
  if (!isAllowed(grants, permission)) throw new PermissionDenied(permission);
}

/**
 * The permissions that names and patterns such as `jobs:*` and `*` stand for now, in their usual order. They are stored one by one, so that
 * nobody gains a permission by an upgrade that adds one.
 */
export function expandPermissions(names: readonly string[]): readonly Permission[] {
  const issues = names.flatMap(issueOf);
  if (issues.length > 0) throw new AccessInvalid(issues);
  return PERMISSIONS.filter((permission) => names.some((name) => stands(name, permission)));
}

function stands(name: string, permission: Permission): boolean {
  if (name === '*' || name === permission) return true;
  return name.endsWith(':*') && permission.startsWith(name.slice(0, -1));
}

function issueOf(name: unknown): readonly InputIssue[] {
  const isKnown = typeof name === 'string' && PERMISSIONS.some((permission) => stands(name, permission));
  if (isKnown) return [];
  const meant = typeof name === 'string' ? didYouMean(name, PERMISSIONS) : null;
  const problem = meant === null ? 'is not a permission' : `is not a permission; did you mean '${meant}'?`;
  return [{ field: 'permissions', value: name, problem, accepted: `${PERMISSIONS.join(', ')}, jobs:*, *` }];
}
