/** The tenant whose rows a query sees. Null: all tenants. It is required in every query, so that it cannot be forgotten. */
export type TenantScope = string | null;
