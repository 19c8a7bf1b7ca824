/** Whose rows a query sees: one tenant's, or everybody's where it is null. Named in every query, so that nobody forgets it. */
export type TenantScope = string | null;
