import type { Trigger } from '@scheduler/contracts';
import { z } from 'zod';
import { isoOf, optionalTime, time } from '../fields/json-fields.js';

const dst = z.strictObject({ gap: z.enum(['after', 'skip']), repeat: z.enum(['first', 'both', 'last']) });
const zoned = { zone: z.string(), dst };
const weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);

/** A trigger in an answer: the scheduler's own, with instants as texts. */
export const triggerSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('once'), at: time }),
    z.strictObject({ kind: z.literal('now') }),
    z.strictObject({ kind: z.literal('cron'), expressions: z.array(z.string()), ...zoned }),
    z.strictObject({ kind: z.literal('every'), duration_ms: z.number(), anchor: optionalTime }),
    z.strictObject({
      kind: z.literal('calendar'),
      unit: z.enum(['day', 'week', 'month', 'year']),
      every: z.int(),
      at: z.string(),
      ...zoned,
      weekdays: z.array(weekday),
      month: z.int().nullable(),
      day_of_month: z.int().nullable(),
      nth_weekday: z.strictObject({ nth: z.union([z.int(), z.literal('last')]), weekday }).nullable(),
      overflow: z.enum(['clamp', 'skip']),
      anchor: optionalTime,
    }),
    z.strictObject({ kind: z.literal('rrule'), rule: z.string(), ...zoned, anchor: optionalTime }),
    z.strictObject({ kind: z.literal('event'), name: z.string(), all_tenants: z.boolean() }),
    z.strictObject({ kind: z.literal('reboot'), scope: z.enum(['node', 'cluster']) }),
  ])
  .meta({ id: 'Trigger' });

export type TriggerView = z.infer<typeof triggerSchema>;

export function triggerView(trigger: Trigger): TriggerView {
  switch (trigger.kind) {
    case 'once':
      return { kind: 'once', at: isoOf(trigger.at) };
    case 'now':
      return { kind: 'now' };
    case 'cron':
      return { ...trigger, expressions: [...trigger.expressions], dst: { ...trigger.dst } };
    case 'every':
      return { kind: 'every', duration_ms: trigger.durationMs, anchor: isoOf(trigger.anchor) };
    case 'calendar': {
      const { dayOfMonth, nthWeekday, weekdays, anchor, ...rest } = trigger;
      return {
        ...rest,
        weekdays: [...weekdays],
        day_of_month: dayOfMonth,
        nth_weekday: nthWeekday,
        anchor: isoOf(anchor),
      };
    }
    case 'rrule':
      return { ...trigger, anchor: isoOf(trigger.anchor) };
    case 'event':
      return { kind: 'event', name: trigger.name, all_tenants: trigger.allTenants === true };
    case 'reboot':
      return { kind: 'reboot', scope: trigger.scope ?? 'node' };
  }
}
