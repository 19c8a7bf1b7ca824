import type { WallTime } from './wall-time.js';

/** A rule of RFC 5545 without start and end, read on the wall clock of a zone. */
export interface CalendarRule {
  /** Such as `FREQ=WEEKLY;BYDAY=MO,FR`. */
  readonly rule: string;
  readonly zone: string;
  /** What the rule counts from. Its time of day is that of the entries. */
  readonly start: WallTime;
}

const DAY_NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/** The name of a weekday in rules; 0 and 7 are Sunday. */
export function dayName(weekday: number): string {
  return DAY_NAMES[weekday % 7] ?? 'SU';
}

/** The rule of its parts; those without values are left out. */
export function ruleText(
  parts: readonly (readonly [string, readonly (string | number)[] | string | number])[],
): string {
  return parts
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : String(value)}`)
    .join(';');
}
