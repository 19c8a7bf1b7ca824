import {
  DEFAULT_DST_POLICY,
  DEFAULT_ZONE,
  type Trigger,
  trigger,
  TRIGGER_KINDS,
  WEEKDAYS,
  type Weekday,
} from '@scheduler/contracts';
import { z } from 'zod';
import { dateField, duration, flag, integer, oneOf, text } from '../../support/input/fields.js';
import { schemaError } from '../../support/input/read-input.js';

/** The schema of triggers. Values such as cron expressions and zones are checked by the recurrence engine. */

const LONGEST_EXPRESSION = 256;
const MOST_EXPRESSIONS = 100;
const LONGEST_EVENT_NAME = 255;
const CRON_RULE = `one cron expression, or a list of 1 to ${MOST_EXPRESSIONS}, each of at most ${LONGEST_EXPRESSION} characters`;

const expression = z
  .string(schemaError('is not a text', CRON_RULE))
  .min(1, schemaError('is empty', CRON_RULE))
  .max(LONGEST_EXPRESSION, schemaError('is too long', CRON_RULE));

const dst = z
  .strictObject({
    gap: oneOf(['after', 'skip']).default(DEFAULT_DST_POLICY.gap),
    repeat: oneOf(['first', 'both', 'last']).default(DEFAULT_DST_POLICY.repeat),
  })
  .default(DEFAULT_DST_POLICY);

const zoneName = text(64);
const zone = zoneName.default(DEFAULT_ZONE);
const weekday = oneOf(WEEKDAYS as [Weekday, ...Weekday[]]);
const nth = z.union(
  [z.literal([1, 2, 3, 4, 5]), z.literal('last')],
  schemaError('is not known', "1 to 5 or 'last'"),
);

const once = z.strictObject({ kind: z.literal('once'), at: dateField });
const now = z.strictObject({ kind: z.literal('now') });
const cron = z.strictObject({
  kind: z.literal('cron'),
  expressions: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z.array(expression, schemaError('is not a list of cron expressions', CRON_RULE)),
    )
    .refine(
      (list) => list.length > 0 && list.length <= MOST_EXPRESSIONS,
      schemaError('has no or too many expressions', CRON_RULE),
    ),
  zone,
  dst,
});
const every = z.strictObject({
  kind: z.literal('every'),
  durationMs: integer(1_000, Number.MAX_SAFE_INTEGER),
  anchor: dateField.nullable().default(null),
});
const calendar = z.strictObject({
  kind: z.literal('calendar'),
  unit: oneOf(['day', 'week', 'month', 'year']),
  every: integer(1, 10_000).default(1),
  at: text(8),
  zone,
  dst,
  weekdays: z.array(weekday, schemaError('is not a list of weekdays', WEEKDAYS.join(', '))).default([]),
  month: integer(1, 12).nullable().default(null),
  dayOfMonth: integer(1, 31).nullable().default(null),
  nthWeekday: z.strictObject({ nth, weekday }).nullable().default(null),
  overflow: oneOf(['clamp', 'skip']).default('clamp'),
  anchor: dateField.nullable().default(null),
});
const LONGEST_RULE = 256;
const rrule = z.strictObject({
  kind: z.literal('rrule'),
  rule: text(LONGEST_RULE),
  zone,
  dst,
  anchor: dateField.nullable().default(null),
});
const event = z
  .strictObject({
    kind: z.literal('event'),
    name: text(LONGEST_EVENT_NAME),
    allTenants: flag.optional(),
  })
  // In one form only, in which jobs that wait for an event are found.
  .transform(({ name, allTenants }) => trigger.event(name, { allTenants: allTenants === true }));
const reboot = z
  .strictObject({ kind: z.literal('reboot'), scope: oneOf(['node', 'cluster']).optional() })
  // In one form only: a start of a node is the default.
  .transform(({ scope }) => trigger.reboot(scope === undefined ? {} : { scope }));

const KINDS_RULE = `a trigger of the kind ${TRIGGER_KINDS.join(', ')}, such as trigger.cron('0 9 * * *')`;

const known: z.ZodType<Trigger> = z.discriminatedUnion(
  'kind',
  [once, now, cron, every, calendar, rrule, event, reboot],
  {
    error: (issue) =>
      schemaError(
        issue.code === 'invalid_union' ? 'is not a known kind of trigger' : 'is not a trigger',
        KINDS_RULE,
      ).error,
  },
);

/** `@reboot` is written as a cron macro, and becomes a trigger kind of its own, since it has no instants. */
export const triggerSchema: z.ZodType<Trigger> = known.transform((trigger) =>
  trigger.kind === 'cron' &&
  trigger.expressions.length === 1 &&
  trigger.expressions[0]?.toLowerCase() === '@reboot'
    ? { kind: 'reboot' }
    : trigger,
);

const SHORTEST_INTERVAL_MS = 1_000;

/** The ways to change the trigger of a job: as a whole, or the part that is different. */
export const triggerChanges = {
  trigger: triggerSchema.optional(),
  cron: z
    .union(
      [expression, z.array(expression).min(1).max(MOST_EXPRESSIONS)],
      schemaError('is not a schedule', CRON_RULE),
    )
    .optional(),
  every: duration(SHORTEST_INTERVAL_MS, '1 s').optional(),
  zone: zoneName.optional(),
};
