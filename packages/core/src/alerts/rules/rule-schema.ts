import {
  ALERT_CHANNELS,
  ALERT_METRICS,
  ALERT_OPERATORS,
  ALERT_SEVERITIES,
  ALERT_STATUSES,
} from '@scheduler/contracts';
import { z } from 'zod';
import {
  dateField,
  duration,
  flag,
  idField,
  integer,
  jobTypeField,
  nameField,
  oneOf,
  ordinary,
  queueField,
  tenantField,
  text,
} from '../../support/input/fields.js';
import { schemaError } from '../../support/input/read-input.js';

const LONGEST_TEXT = 2_000;
const MOST_CHANNELS = ALERT_CHANNELS.length;
const CONDITION = '{ metric, operator, value, duration }';

const VALUE = '0 or more';
const number = z.number(schemaError('is not a number', VALUE)).min(0, schemaError('is negative', VALUE));

/** The duration is given as `duration`, or as `durationMs`, which is what a stored rule has. */
const conditionFields = z
  .strictObject(
    {
      metric: oneOf(ALERT_METRICS),
      operator: oneOf(ALERT_OPERATORS),
      value: number,
      duration: duration(0, '0').optional(),
      durationMs: integer(0, 31_536_000_000).optional(),
    },
    schemaError('is not a condition', CONDITION),
  )
  .superRefine(({ duration: given, durationMs }, context) => {
    if ((given === undefined) === (durationMs === undefined))
      context.addIssue({
        code: 'custom',
        path: ['duration'],
        message: schemaError(
          given === undefined ? 'is missing' : 'is given beside durationMs',
          "a duration such as '5m'",
        ).error,
      });
  })
  .transform(({ metric, operator, value, duration: given, durationMs }) => ({
    metric,
    operator,
    value,
    durationMs: given ?? durationMs ?? 0,
  }));

const condition = ordinary(conditionFields, schemaError('is not a condition', CONDITION));

const channels = z
  .array(oneOf(ALERT_CHANNELS), schemaError('is not a list of channels', ALERT_CHANNELS.join(', ')))
  .max(MOST_CHANNELS, schemaError('has too many channels', `at most ${MOST_CHANNELS}`))
  .transform((names) => [...new Set(names)]);

const target = {
  job: nameField.nullable().optional(),
  queue: queueField.nullable().optional(),
  type: jobTypeField.nullable().optional(),
};

const given = {
  description: text(LONGEST_TEXT).optional(),
  enabled: flag.optional(),
  severity: oneOf(ALERT_SEVERITIES).optional(),
  channels: channels.optional(),
  ...target,
};

const RULE = '{ name, condition, severity, description, channels, enabled, job, queue, type }';

export const newRuleSchema = z.strictObject(
  { name: nameField, condition, ...given },
  schemaError('is not a rule', RULE),
);

export const ruleChangesSchema = z.strictObject(
  { name: nameField.optional(), condition: condition.optional(), ...given },
  schemaError('is not a set of changes', RULE),
);

const limit = integer(1, 1_000).default(50);
const after = z.string(schemaError('is not a cursor', 'what a page gave as next')).optional();

export const alertQuerySchema = z.strictObject(
  {
    statuses: z
      .array(oneOf(ALERT_STATUSES), schemaError('is not a list of statuses', ALERT_STATUSES.join(', ')))
      .optional(),
    rule: nameField.optional(),
    limit,
    after,
  },
  schemaError('is not a query', '{ statuses, rule, limit, after }'),
);

export const silenceSchema = z
  .strictObject(
    {
      rule: nameField.nullable().default(null),
      subject: nameField.nullable().default(null),
      duration: duration(1_000, '1 s').optional(),
      until: dateField.optional(),
      reason: text(LONGEST_TEXT),
      createdBy: nameField,
    },
    schemaError('is not a silence', '{ rule, subject, duration, until, reason, createdBy }'),
  )
  .superRefine(({ duration: forMs, until }, context) => {
    if ((forMs === undefined) === (until === undefined))
      context.addIssue({
        code: 'custom',
        path: ['duration'],
        message: schemaError(
          forMs === undefined ? 'is missing' : 'is given beside until',
          "one of them: a duration such as '2h', or the instant until",
        ).error,
      });
  });

export const testSchema = z.strictObject(
  { channels: channels.optional() },
  schemaError('is not a set of options', '{ channels }'),
);

export const nameOrId = nameField;
export const silenceId = idField;
export const tenantName = tenantField;

export type ReadRule = z.output<typeof newRuleSchema>;
export type ReadRuleChanges = z.output<typeof ruleChangesSchema>;
