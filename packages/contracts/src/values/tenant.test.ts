import { TenantInvalid } from '../errors/tenant-errors.js';
import { checkScope, isTenant, narrowScope, TENANT_RULE, toTenant } from './tenant.js';

const TENANTS = ['acme', 'A', '7', 'acme.eu:7', 'ops@acme.example', 'a_b-c', 'x'.repeat(255)];
const OTHERS = [
  undefined,
  null,
  '',
  ' ',
  {},
  [],
  ['acme'],
  7,
  true,
  '../x y',
  'a/b',
  'a b',
  'a\nb',
  '\u0000',
];

describe('a tenant (F252)', () => {
  it.each(TENANTS)('is %p', (tenant) => {
    expect(isTenant(tenant)).toBe(true);
    expect(toTenant(tenant)).toBe(tenant);
  });

  it.each([...OTHERS, '-acme', '.acme', '..', 'ä', 'x'.repeat(256)])('is not %p', (value) => {
    expect(isTenant(value)).toBe(false);
    expect(() => toTenant(value)).toThrow(TenantInvalid);
    expect(() => toTenant(value)).toThrow(TENANT_RULE);
  });

  it('is named in the error, unless it is missing', () => {
    expect(() => toTenant('../x y')).toThrow('tenant: is not a tenant, got "../x y"; accepted: letters');
    expect(() => toTenant(undefined)).toThrow('tenant: is missing; accepted: letters');
  });
});

describe('a scope', () => {
  it('can only be narrowed', () => {
    expect(narrowScope(null, 'acme')).toBe('acme');
    expect(narrowScope('acme', 'acme')).toBe('acme');
    expect(() => narrowScope('acme', 'umbrella')).toThrow(
      `is another tenant than the one of this scheduler, which can only be narrowed, got "umbrella"; accepted: 'acme'`,
    );
    expect(() => narrowScope('acme', null)).toThrow(TenantInvalid);
  });

  it('is all tenants or one, and never something that was forgotten', () => {
    expect([checkScope(null), checkScope('acme')]).toEqual([null, 'acme']);
    for (const value of [undefined, '', {}]) expect(() => checkScope(value as never)).toThrow(TenantInvalid);
  });
});
