import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '@scheduler/contracts';
import { stableJson } from '../../support/stable-json.js';

const LENGTH = 22;

/** A hash of the fields, whatever their order. Null counts as missing, so that a field that a later version adds does not change the hash. */
export function fingerprintOf(fields: JsonObject): string {
  return createHash('sha256')
    .update(stableJson(withoutNulls(fields)))
    .digest('base64url')
    .slice(0, LENGTH);
}

function withoutNulls(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  const entries = Object.entries(value as JsonObject).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)]));
}
