/** A value of a column. Instants are stored as whole milliseconds since 1970, in every database. */

export type Column = string | number | null;

export const fromDate = (date: Date | null): number | null => (date === null ? null : date.getTime());

export const toDate = (value: unknown): Date => new Date(Number(value));

export const toDateOrNull = (value: unknown): Date | null =>
  value === null || value === undefined ? null : new Date(Number(value));

/** Some drivers return bigint values as strings. */
export const toNumberOrNull = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

export const toTextOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

/** No tenant is stored as the empty string, which is no valid tenant and, unlike null, counts in a unique index. */
export const fromTenant = (tenant: string | null): string => tenant ?? '';

export const toTenant = (value: unknown): string | null => (value === '' ? null : String(value));
