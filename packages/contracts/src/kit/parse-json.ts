import type { JsonValue } from '../values/json.js';

const SUSPICIOUS = /"(?:__proto__|constructor)"/;

/**
 * Reads JSON that a store holds. Text with a key that could reach into a prototype was not written by the scheduler: it is refused
 * with a `SyntaxError`, like any other corrupt text.
 */
export function parseJson(text: unknown): JsonValue {
  const json = String(text);
  const value = JSON.parse(json) as JsonValue;
  if (SUSPICIOUS.test(json) && isDangerous(value)) throw new SyntaxError('a dangerous key in JSON');
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
