import { ConfigurationInvalid } from '@scheduler/contracts';
import { QUOTA_NAMES, type Quotas, type QuotasByTenant, someQuotas } from '../../config/quotas-schema.js';
import { readInput } from '../../support/input/read-input.js';

/**
 * What the application says about a tenant, such as by the plan that the tenant pays for. What it leaves out, or all where it answers
 * undefined or null, is as configured. It is asked at every request for a tenant, so that it should remember what it looks up.
 *
 * @example
 * const tenantQuotas: TenantQuotasSource = async (tenant) => ({ jobs: (await plans.of(tenant)).jobs });
 */
export type TenantQuotasSource = (tenant: string) => QuotasAnswer | Promise<QuotasAnswer>;

export type QuotasAnswer = Partial<Quotas> | null | undefined;

/** The quotas of a tenant: what the application says, then what is configured for the tenant, then what is configured for each. */
export async function quotasOfTenant(
  configured: QuotasByTenant,
  source: TenantQuotasSource | undefined,
  tenant: string,
): Promise<Quotas> {
  const { tenants, ...each } = configured;
  const own = Object.hasOwn(tenants, tenant) ? tenants[tenant] : undefined;
  const answer = source === undefined ? null : await source(tenant);
  return { ...each, ...own, ...(answer === null || answer === undefined ? {} : readAnswer(answer)) };
}

function readAnswer(value: unknown): Partial<Quotas> {
  return readInput({
    schema: someQuotas,
    value,
    error: ConfigurationInvalid,
    subject: 'the answer of tenantQuotas',
    known: QUOTA_NAMES,
  });
}

/** The quotas for which the store has to count. */
export const COUNTED_QUOTAS = ['jobs', 'waiting', 'workflows'] as const;

/** Whether any tenant has a quota of these. */
export function hasQuota(
  { tenants, ...each }: QuotasByTenant,
  names: readonly (keyof Quotas)[] = QUOTA_NAMES,
): boolean {
  return [each, ...Object.values(tenants)].some((some) =>
    names.some((name) => (some[name] ?? null) !== null),
  );
}
