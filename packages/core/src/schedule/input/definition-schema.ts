import { WEEKDAYS, type Weekday } from '@scheduler/contracts';
import { z } from 'zod';
import {
  dateField,
  descriptionField,
  duration,
  flag,
  idField,
  integer,
  jobTypeField,
  nameField,
  oneOf,
  tagsField,
  tenantField,
  ordinary,
} from '../../support/input/fields.js';
import { schemaError } from '../../support/input/read-input.js';
import { concurrencyLimit, runOptions } from '../../support/input/run-options.js';
import { triggerChanges, triggerSchema } from './trigger-schema.js';
import { uniqueSchema } from './unique-schema.js';

/** The schemas of definitions, changes and enqueued work. Payload and metadata are checked separately, since they are JSON of any shape. */

const MOST_EXECUTIONS = 1_000_000_000;
const MOST_CAUGHT_UP = 10_000;

const missedPolicy = oneOf(['skip', 'latest', 'all']);
const missedRunsSchema = z.union(
  [
    missedPolicy,
    z.strictObject(
      {
        policy: missedPolicy,
        cap: integer(1, MOST_CAUGHT_UP).optional(),
        grace: duration(0, '0').optional(),
      },
      schemaError('is not an object', '{ policy, cap, grace }'),
    ),
  ],
  schemaError('is not a missed-run policy', "'skip', 'latest', 'all' or { policy, cap, grace }"),
);

const DATE_RULE = "dates such as '2027-12-24'";
const HOURS_RULE = "hours such as { weekdays: ['friday'], from: '12:00', to: '14:00' }";
const MOST_DATES = 10_000;
const MOST_HOURS = 100;

const localDate = z
  .string(schemaError('is not a text', DATE_RULE))
  .regex(/^\d{4}-\d{2}-\d{2}$/, schemaError('is not a date', DATE_RULE));
const localTime = z
  .string(schemaError('is not a text', HOURS_RULE))
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, schemaError('is not a time', HOURS_RULE));
const weeklyHours = z.strictObject({
  weekdays: z
    .array(
      oneOf(WEEKDAYS as [Weekday, ...Weekday[]]),
      schemaError('is not a list of weekdays', WEEKDAYS.join(', ')),
    )
    .default([]),
  from: localTime,
  to: localTime,
});

const work = {
  type: jobTypeField,
  id: idField.optional(),
  targetId: nameField.optional(),
  payload: z.unknown().optional(),
  tags: tagsField.optional(),
  metadata: z.unknown().optional(),
  tenant: tenantField.optional(),
};

const exclusionsFields = z
  .strictObject(
    {
      dates: z
        .array(localDate, schemaError('is not a list of dates', DATE_RULE))
        .max(MOST_DATES, schemaError('has too many dates', `at most ${MOST_DATES}`))
        .default([]),
      hours: z
        .array(weeklyHours, schemaError('is not a list of hours', HOURS_RULE))
        .max(MOST_HOURS, schemaError('has too many entries', `at most ${MOST_HOURS}`))
        .default([]),
      calendar: nameField.nullable().default(null),
      shift: oneOf(['skip', 'previous', 'next']).default('skip'),
    },
    schemaError('is not an object', '{ dates, hours, calendar, shift }'),
  )
  .transform((exclusions) => Object.freeze(exclusions));
const exclusionsSchema = ordinary(
  exclusionsFields,
  schemaError('is not an object', '{ dates, hours, calendar, shift }'),
);

/** The rules are evaluated every minute; what is shorter would be noticed late. */
const expectation = duration(60_000, '1 minute');
const overlapField = oneOf(['skip', 'queue']);

const jobOptions = {
  jitter: duration(0, '0').optional(),
  allowOverlap: flag.optional(),
  unique: uniqueSchema.optional(),
  missedRuns: missedRunsSchema.optional(),
  onExhausted: oneOf(['continue', 'pause']).optional(),
};

export const definitionSchema = z.strictObject(
  {
    ...work,
    ...runOptions,
    ...jobOptions,
    trigger: triggerSchema,
    name: nameField.optional(),
    description: descriptionField.optional(),
    startAt: dateField.optional(),
    endAt: dateField.optional(),
    maxExecutions: integer(1, MOST_EXECUTIONS).optional(),
    exclusions: exclusionsSchema.optional(),
    overlap: overlapField.optional(),
    expectWithin: expectation.optional(),
    enabled: flag.optional(),
    createdBy: nameField.optional(),
    concurrency: concurrencyLimit.optional(),
    concurrencyKey: nameField.optional(),
  },
  schemaError('is not an object', '{ type, trigger, … }'),
);

export const changesSchema = z.strictObject(
  {
    ...runOptions,
    ...jobOptions,
    ...triggerChanges,
    name: nameField.optional(),
    description: descriptionField.nullable().optional(),
    targetId: nameField.nullable().optional(),
    payload: z.unknown().optional(),
    tags: tagsField.optional(),
    metadata: z.unknown().optional(),
    startAt: dateField.nullable().optional(),
    endAt: dateField.nullable().optional(),
    maxExecutions: integer(1, MOST_EXECUTIONS).nullable().optional(),
    overlap: overlapField.nullable().optional(),
    expectWithin: expectation.nullable().optional(),
    exclusions: exclusionsSchema.nullable().optional(),
    concurrency: concurrencyLimit.nullable().optional(),
    concurrencyKey: nameField.nullable().optional(),
  },
  schemaError('is not an object', '{ name, trigger, payload, … }'),
);

export const enqueueSchema = z.strictObject(
  {
    ...work,
    ...runOptions,
    runAt: dateField.optional(),
    delay: duration(0, '0').optional(),
    concurrencyKey: nameField.optional(),
    unique: uniqueSchema.optional(),
    uniqueKey: nameField.optional(),
  },
  schemaError('is not an object', '{ type, payload, … }'),
);

export type ReadDefinition = z.output<typeof definitionSchema>;
export type ReadChanges = z.output<typeof changesSchema>;
export type ReadEnqueue = z.output<typeof enqueueSchema>;
