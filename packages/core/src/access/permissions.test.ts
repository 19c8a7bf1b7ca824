import { AccessInvalid, PermissionDenied } from '@scheduler/contracts';
import {
  expandPermissions,
  isAllowed,
  isPermission,
  PERMISSIONS,
  PRESET_NAMES,
  PRESETS,
  requirePermission,
} from './permissions.js';

describe('presets', () => {
  it('let a viewer change nothing, and see neither payloads nor keys nor the audit log', () => {
    expect(PRESETS.viewer.every((name) => name.endsWith(':read'))).toBe(true);
    for (const hidden of ['payloads:read', 'keys:read', 'audit:read'])
      expect(PRESETS.viewer).not.toContain(hidden);
  });

  it('let an operator change work, and nothing about access', () => {
    expect(PRESETS.operator).toEqual(
      expect.arrayContaining(['jobs:write', 'executions:retry', 'payloads:read']),
    );
    for (const name of ['keys:read', 'keys:write', 'audit:read', 'tenants:delete', 'process:run'])
      expect(PRESETS.operator).not.toContain(name);
  });

  it('contain each other, up to all permissions', () => {
    expect(PRESET_NAMES).toEqual(['viewer', 'operator', 'admin']);
    expect(PRESETS.operator).toEqual(expect.arrayContaining([...PRESETS.viewer]));
    expect(PRESETS.admin).toEqual(PERMISSIONS);
  });
});

describe('expandPermissions', () => {
  it.each([
    [
      ['jobs:run', 'jobs:read', 'jobs:run'],
      ['jobs:read', 'jobs:run'],
    ],
    [
      ['circuits:*', 'jobs:read'],
      ['jobs:read', 'circuits:read', 'circuits:write'],
    ],
    [['*'], [...PERMISSIONS]],
    [[], []],
  ])('turns %j into permissions, in their order and once each', (names, expected) => {
    expect(expandPermissions(names)).toEqual(expected);
  });

  it.each(['jobs:reed', 'jobs', ':*', 'nothing:*', '', '__proto__', 'jobs:read ', 7 as unknown as string])(
    'refuses %j',
    (name) => {
      expect(() => expandPermissions(['jobs:read', name])).toThrow(AccessInvalid);
    },
  );

  it('suggests what was meant', () => {
    expect(() => expandPermissions(['jobs:reed'])).toThrow("did you mean 'jobs:read'?");
  });
});

describe('a permission', () => {
  it('is allowed by its exact name alone', () => {
    expect(isAllowed({ permissions: ['jobs:read'] }, 'jobs:read')).toBe(true);
    expect(isAllowed({ permissions: ['jobs:*', '*'] }, 'jobs:read')).toBe(false);
    expect(isAllowed({ permissions: [] }, 'jobs:read')).toBe(false);
    expect([isPermission('jobs:read'), isPermission('jobs:*'), isPermission('constructor')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is refused with its name', () => {
    expect(() => requirePermission({ permissions: ['jobs:read'] }, 'jobs:write')).toThrow(
      new PermissionDenied('jobs:write'),
    );
    expect(() => requirePermission({ permissions: ['jobs:read'] }, 'jobs:read')).not.toThrow();
  });
});
