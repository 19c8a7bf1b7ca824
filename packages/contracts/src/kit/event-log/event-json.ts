import type { JsonObject, JsonValue } from '../../values/json.js';

/** Values in the data of events: instants are texts, and what a field usually is may be missing. */

/** Any value of a row as JSON. */
export function toData(value: unknown): JsonValue {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return (value ?? null) as JsonValue;
  if (Array.isArray(value)) return value.map(toData);
  return withData(Object.entries(value));
}

/** `undefined` members are left out. */
export function withData(members: Iterable<readonly [string, unknown]>): JsonObject {
  const data: Record<string, JsonValue> = {};
  for (const [key, value] of members) {
    if (value === undefined) continue;
    const item = toData(value);
    if (key === '__proto__') Object.defineProperty(data, key, { value: item, enumerable: true });
    else data[key] = item;
  }
  return data;
}

/** Whether two values are the same as JSON, whatever the order of their keys is. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a instanceof Date || b instanceof Date) return toData(a) === toData(b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = definedKeys(a);
  if (keys.length !== definedKeys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      isSameData((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

function definedKeys(value: object): readonly string[] {
  return Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined);
}

export function instantOf(value: JsonValue | undefined): Date | null {
  return typeof value === 'string' ? new Date(value) : null;
}

/** The members that are instants, as dates again. */
export function withInstants(data: JsonObject, keys: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = { ...data };
  for (const key of keys) if (Object.hasOwn(data, key)) values[key] = instantOf(data[key]);
  return values;
}
