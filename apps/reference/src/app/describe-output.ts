import { sep } from 'node:path';
import type { JsonValue } from '@scheduler/contracts';

const LONGEST = 140;

/** A short text for an output, such as `rows=60 file=reports/sales.csv`. */
export function describeOutput(output: JsonValue, dataDir: string): string {
  const text = isObject(output) ? pairs(output, dataDir) : value(output, dataDir);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function pairs(output: { readonly [key: string]: JsonValue }, dataDir: string): string {
  return Object.entries(output)
    .map(([key, each]) => `${key}=${value(each, dataDir)}`)
    .join(' ');
}

function value(output: JsonValue, dataDir: string): string {
  if (output === null) return '';
  if (typeof output === 'string') return quoted(output.replace(`${dataDir}${sep}`, ''));
  return isObject(output) ? `(${pairs(output, dataDir)})` : JSON.stringify(output);
}

function quoted(text: string): string {
  return /\s/.test(text) ? JSON.stringify(text) : text;
}

function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
