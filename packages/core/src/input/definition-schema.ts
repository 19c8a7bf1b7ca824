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
  priorityField,
  queueField,
  tagsField,
} from './fields.js';
import { says } from './read-input.js';
import { triggerSchema } from './trigger-schema.js';

/** The shapes of what callers ask for. Payload and metadata are checked apart, since they are JSON of any shape. */

const MOST_RETRIES = 1_000;
const MOST_EXECUTIONS = 1_000_000_000;
const MOST_CAUGHT_UP = 10_000;

const timeout = duration(1, '1 ms');

const backoffSchema = z.strictObject({
  strategy: oneOf(['fixed', 'linear', 'exponential']).optional(),
  delay: duration(0, '0').optional(),
  factor: z.number(says('is not a number', '1 or more')).min(1, says('is too small', '1 or more')).optional(),
  maxDelay: duration(0, '0').optional(),
  jitter: z
    .number(says('is not a number', '0 to 1'))
    .min(0, says('is too small', '0 to 1'))
    .max(1, says('is too big', '0 to 1'))
    .optional(),
});

const missedPolicy = oneOf(['skip', 'latest', 'all']);
const missedRunsSchema = z.union(
  [
    missedPolicy,
    z.strictObject({
      policy: missedPolicy,
      cap: integer(1, MOST_CAUGHT_UP).optional(),
      grace: duration(0, '0').optional(),
    }),
  ],
  says('is not a missed-run policy', "'skip', 'latest', 'all' or { policy, cap, grace }"),
);

export const runOptions = {
  queue: queueField.optional(),
  priority: priorityField.optional(),
  timeout: timeout.optional(),
  maxRetries: integer(0, MOST_RETRIES).optional(),
  backoff: backoffSchema.optional(),
};

const work = {
  type: jobTypeField,
  id: idField.optional(),
  targetId: nameField.optional(),
  payload: z.unknown().optional(),
  tags: tagsField.optional(),
  metadata: z.unknown().optional(),
  tenant: idField.optional(),
};

const jobOptions = {
  allowOverlap: flag.optional(),
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
    enabled: flag.optional(),
    createdBy: nameField.optional(),
  },
  says('is not an object', '{ type, trigger, … }'),
);

export const changesSchema = z.strictObject(
  {
    ...runOptions,
    ...jobOptions,
    name: nameField.optional(),
    description: descriptionField.nullable().optional(),
    trigger: triggerSchema.optional(),
    targetId: nameField.nullable().optional(),
    payload: z.unknown().optional(),
    tags: tagsField.optional(),
    metadata: z.unknown().optional(),
    startAt: dateField.nullable().optional(),
    endAt: dateField.nullable().optional(),
    maxExecutions: integer(1, MOST_EXECUTIONS).nullable().optional(),
  },
  says('is not an object', '{ name, trigger, payload, … }'),
);

export const enqueueSchema = z.strictObject(
  { ...work, ...runOptions, runAt: dateField.optional() },
  says('is not an object', '{ type, payload, … }'),
);

export type ReadDefinition = z.output<typeof definitionSchema>;
export type ReadChanges = z.output<typeof changesSchema>;
export type ReadEnqueue = z.output<typeof enqueueSchema>;
