import type { JsonValue } from '@scheduler/contracts';

/** A value at a path of a payload. */
export interface PayloadMatch {
  /** Names and indexes with dots between them, such as `customer.id` or `items.0.sku`. */
  readonly path: string;
  /** The text, number or boolean there, written as a text: `42` matches the number 42 and the text "42". */
  readonly value: string;
}

/** Whether a payload has exactly this value at the path. Objects and lists never match. */
export function matchesPayload(payload: JsonValue, { path, value }: PayloadMatch): boolean {
  const found = path.split('.').reduce<unknown>(stepInto, payload);
  return found !== undefined && typeof found !== 'object'
    ? String(found) === value
    : found === null && value === 'null';
}

const isMember = Object.prototype.propertyIsEnumerable;

function stepInto(value: unknown, name: string): unknown {
  // The length of a list is no part of its JSON.
  if (typeof value !== 'object' || value === null || !isMember.call(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
