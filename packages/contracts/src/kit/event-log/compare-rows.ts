import type { Execution } from '../../executions/execution.js';
import type { JsonValue } from '../../values/json.js';
import { isSameData, toData } from './event-json.js';

/** A field in which a row is not what the log says. */
export interface FieldDifference {
  readonly field: string;
  readonly logged: JsonValue;
  readonly stored: JsonValue;
}

/** What changes without an event: how long a lease lasts, and how far a handler has come. */
const UNLOGGED: ReadonlySet<string> = new Set<keyof Execution>(['leaseUntil', 'progress']);

/** The fields in which two rows differ that the log explains. Of executions, the end of the lease and the progress are not compared. */
export function differencesOf(logged: object, stored: object): readonly FieldDifference[] {
  const [left, right] = [logged, stored] as readonly Record<string, unknown>[];
  const fields = new Set([...Object.keys(logged), ...Object.keys(stored)]);
  return [...fields]
    .filter((field) => !UNLOGGED.has(field) && !isSameData(left?.[field] ?? null, right?.[field] ?? null))
    .map((field) => ({ field, logged: toData(left?.[field]), stored: toData(right?.[field]) }));
}
