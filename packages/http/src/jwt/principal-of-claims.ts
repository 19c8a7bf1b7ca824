import { isTenant } from '@scheduler/contracts';
import { isPermission, type Permission, PRESETS } from '@scheduler/core';
import type { Principal } from '../access/principal.js';
import type { JwtClaims } from './jwt-claims.js';
import type { JwtOptions } from './jwt-options.js';

const LONGEST_ID = 255;

/** Who a token stands for. Null: it says too little, and is refused. */
export function principalOfClaims(claims: JwtClaims, options: JwtOptions): Principal | null {
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_ID) return null;
  const tenant = tenantOf(claims, options);
  if (tenant === undefined) return null;
  return { id: sub, kind: 'jwt', tenant, permissions: permissionsOf(claims, options) };
}

/** Undefined: the token has none, which must not mean all tenants. Only null, where it is configured or returned, means that. */
function tenantOf(claims: JwtClaims, { tenant }: JwtOptions): string | null | undefined {
  if (tenant === null) return null;
  if (typeof tenant === 'string') {
    const named = own(claims, tenant);
    return isTenant(named) ? named : undefined;
  }
  const found = tenant(claims);
  return found === null || isTenant(found) ? found : undefined;
}

function permissionsOf(
  claims: JwtClaims,
  { permissions = 'scope', presets = {} }: JwtOptions,
): readonly Permission[] {
  const given =
    typeof permissions === 'string' ? listIn(own(claims, permissions)) : listIn(permissions(claims));
  const granted = given.flatMap((name): readonly Permission[] => {
    const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
    if (preset !== undefined) return PRESETS[preset];
    return isPermission(name) ? [name] : [];
  });
  return [...new Set(granted)];
}

function listIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(' ');
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function own(claims: JwtClaims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}
