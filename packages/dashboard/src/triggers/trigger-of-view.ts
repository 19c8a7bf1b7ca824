import type { JsonValue, Trigger } from '@scheduler/contracts';

/** A trigger as the API has it, or as somebody writes it: names in snake_case, instants as texts, and perhaps wrong. */
export type TriggerView = { readonly kind: string } & { readonly [name: string]: JsonValue };

const RENAMED: Readonly<Record<string, string>> = {
  duration_ms: 'durationMs',
  day_of_month: 'dayOfMonth',
  nth_weekday: 'nthWeekday',
  all_tenants: 'allTenants',
};

/** What a trigger has where its author left it out; the scheduler completes it in the same way. */
const ZONED = { zone: 'UTC', dst: { gap: 'after', repeat: 'first' } };
const DEFAULTS: Readonly<Record<string, object>> = {
  cron: ZONED,
  every: { anchor: null },
  rrule: { ...ZONED, anchor: null },
  calendar: {
    ...ZONED,
    every: 1,
    weekdays: [],
    month: null,
    dayOfMonth: null,
    nthWeekday: null,
    overflow: 'clamp',
    anchor: null,
  },
};

/** The trigger of the API as recurrence has it: names in camelCase, instants as dates. */
export function triggerOfView(view: TriggerView): Trigger {
  const members = Object.entries(view).map(([name, value]) => [
    RENAMED[name] ?? name,
    (name === 'anchor' || (name === 'at' && view.kind === 'once')) && typeof value === 'string'
      ? new Date(value)
      : value,
  ]);
  return { ...DEFAULTS[view.kind], ...Object.fromEntries(members) } as unknown as Trigger;
}
