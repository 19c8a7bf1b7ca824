import { ScheduleInvalid } from '../errors/errors.js';

/** From 0 to 9; a lower number is more urgent. */
export type Priority = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export const PRIORITY_NAMES = { critical: 0, high: 2, medium: 5, low: 7, lowest: 9 } as const;

export type PriorityName = keyof typeof PRIORITY_NAMES;

/** A number, or one of the names for it. */
export type PriorityInput = Priority | PriorityName;

export const DEFAULT_PRIORITY: Priority = PRIORITY_NAMES.medium;

export const PRIORITY_RULE = `0 to 9 (lower is more urgent) or one of ${Object.keys(PRIORITY_NAMES).join(', ')}`;

export function toPriority(value: unknown, field = 'priority'): Priority {
  if (typeof value === 'string' && Object.hasOwn(PRIORITY_NAMES, value))
    return PRIORITY_NAMES[value as PriorityName];
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 9)
    return value as Priority;
  throw new ScheduleInvalid({ field, value, problem: 'is not a priority', accepted: PRIORITY_RULE });
}
