/** Between the values of the language and those of columns. Instants are whole milliseconds since 1970, in every database. */

export type Column = string | number | null;

export const fromDate = (date: Date | null): number | null => (date === null ? null : date.getTime());

export const toDate = (value: unknown): Date => new Date(Number(value));

export const toDateOrNull = (value: unknown): Date | null =>
  value === null || value === undefined ? null : new Date(Number(value));

/** Drivers give big numbers as texts. */
export const toNumberOrNull = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

export const toTextOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

/** The empty text, which no tenant can have, stands for nobody: it can be a part of a unique index. */
export const fromTenant = (tenant: string | null): string => tenant ?? '';

export const toTenant = (value: unknown): string | null => (value === '' ? null : String(value));
