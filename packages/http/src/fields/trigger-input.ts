import type { Trigger } from '@scheduler/contracts';
import { z } from 'zod';
import { instant } from './query-fields.js';

/** Triggers as a caller writes them: names in snake_case, and everything that has a default may be left out. The scheduler checks the rest. */

const text = z.string().max(300);
const dst = z
  .strictObject({
    gap: z.enum(['after', 'skip']).optional(),
    repeat: z.enum(['first', 'both', 'last']).optional(),
  })
  .optional();
const zoned = { zone: text.optional(), dst };
const anchor = instant.nullable().optional();
const weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
const MOST_MS = Number.MAX_SAFE_INTEGER;
const MOST_EXPRESSIONS = 100;

const known = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('once'), at: instant }),
  z.strictObject({ kind: z.literal('now') }),
  z.strictObject({
    kind: z.literal('cron'),
    expressions: z.array(text).min(1).max(MOST_EXPRESSIONS),
    ...zoned,
  }),
  z.strictObject({ kind: z.literal('every'), duration_ms: z.int().min(1).max(MOST_MS), anchor }),
  z.strictObject({
    kind: z.literal('calendar'),
    unit: z.enum(['day', 'week', 'month', 'year']),
    every: z.int().min(1).optional(),
    at: text,
    ...zoned,
    weekdays: z.array(weekday).max(7).optional(),
    month: z.int().nullable().optional(),
    day_of_month: z.int().nullable().optional(),
    nth_weekday: z
      .strictObject({ nth: z.union([z.int().min(1).max(5), z.literal('last')]), weekday })
      .nullable()
      .optional(),
    overflow: z.enum(['clamp', 'skip']).optional(),
    anchor,
  }),
  z.strictObject({ kind: z.literal('rrule'), rule: text, ...zoned, anchor }),
  z.strictObject({ kind: z.literal('event'), name: text, all_tenants: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('reboot'), scope: z.enum(['node', 'cluster']).optional() }),
]);

const RENAMED: Readonly<Record<string, string>> = {
  duration_ms: 'durationMs',
  day_of_month: 'dayOfMonth',
  nth_weekday: 'nthWeekday',
  all_tenants: 'allTenants',
};

export const triggerInput = known
  .transform(
    (given) =>
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [RENAMED[name] ?? name, value]),
      ) as unknown as Trigger,
  )
  .meta({ id: 'TriggerInput' });
