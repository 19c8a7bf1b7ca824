import type { JsonObject, JsonValue } from '@scheduler/contracts';
import { z } from 'zod';

/** JSON of any shape. It is checked by the scheduler, which knows how large and deep it may be. */
export const anyJson = z.custom<JsonValue>().meta({ description: 'JSON of any shape' });

export const jsonObject = z
  .custom<JsonObject>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'is not an object',
  )
  .meta({ type: 'object' });

/** An instant in an answer: ISO 8601 in UTC. */
export const time = z.iso.datetime();
export const optionalTime = time.nullable();

export function isoOf(date: Date): string;
export function isoOf(date: Date | null): string | null;
export function isoOf(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
