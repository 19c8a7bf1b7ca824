import type { JsonValue } from '@scheduler/contracts';

/** Conversion between values and the fields of hashes. Instants are whole milliseconds since 1970; an empty text stands for null. */

export const fromDate = (date: Date | null): string => (date === null ? '' : String(date.getTime()));

export const toDate = (text: string): Date => new Date(Number(text));

export const toDateOrNull = (text: string): Date | null => (text === '' ? null : toDate(text));

export const fromNumber = (value: number | null): string => (value === null ? '' : String(value));

export const toNumberOrNull = (text: string): number | null => (text === '' ? null : Number(text));

export const toTextOrNull = (text: string): string | null => (text === '' ? null : text);

const SUSPICIOUS = /"(?:__proto__|constructor)"/;

/** Parses stored JSON of users. A key that could change a prototype is refused as corrupt, since the scheduler never writes one. */
export function parseJson(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue;
  if (SUSPICIOUS.test(text) && isDangerous(value)) throw new SyntaxError('a dangerous key in JSON');
  return value;
}

function isDangerous(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) =>
      key === '__proto__' || (key === 'constructor' && hasPrototype(inner)) || isDangerous(inner),
  );
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}
