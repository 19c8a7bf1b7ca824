import {
  ERROR_CLASSES,
  type ErrorClass,
  executionStatuses,
  jobStatuses,
  type ExecutionStatus,
  type JobStatus,
  TRIGGER_KINDS,
  type TriggerKind,
} from '@scheduler/contracts';
import { z } from 'zod';
import {
  dateField,
  flag,
  integer,
  jobTypeField,
  nameField,
  oneOf,
  queueField,
  tagsField,
} from '../../support/input/fields.js';
import { schemaError } from '../../support/input/read-input.js';

const LARGEST_PAGE = 1_000;
const FARTHEST_OFFSET = 10_000_000;

const list = <TItem extends z.ZodType>(item: TItem) => z.array(item, schemaError('is not a list')).optional();

const page = (limit: number) => ({
  limit: integer(1, LARGEST_PAGE).default(limit),
  offset: integer(0, FARTHEST_OFFSET).default(0),
});

const sortOrder = oneOf(['asc', 'desc']).default('desc');

export const jobQuerySchema = z.strictObject(
  {
    types: list(jobTypeField),
    triggers: list(oneOf(TRIGGER_KINDS as [TriggerKind, ...TriggerKind[]])),
    events: list(nameField),
    statuses: list(oneOf(jobStatuses.statuses as [JobStatus, ...JobStatus[]])),
    queues: list(queueField),
    tags: tagsField.optional(),
    tagsAll: tagsField.optional(),
    createdAfter: dateField.optional(),
    createdBefore: dateField.optional(),
    nextRunAfter: dateField.optional(),
    nextRunBefore: dateField.optional(),
    nameContains: nameField.optional(),
    targetId: nameField.optional(),
    createdBy: nameField.optional(),
    ...page(50),
    sortBy: oneOf(['createdAt', 'nextRunAt', 'name', 'priority']).default('createdAt'),
    sortOrder,
  },
  schemaError('is not an object', '{ statuses, tags, limit, … }'),
);

const executionStatusesField = list(
  oneOf(executionStatuses.statuses as [ExecutionStatus, ...ExecutionStatus[]]),
);

const position = z.strictObject(
  { at: dateField, id: nameField },
  schemaError('is not a place in a list', '{ at, id }, as positionOf(execution) gives it'),
);

export const executionQuerySchema = z.strictObject(
  {
    job: nameField.optional(),
    types: list(jobTypeField),
    statuses: executionStatusesField,
    queues: list(queueField),
    since: dateField.optional(),
    until: dateField.optional(),
    deadLettered: flag.optional(),
    errorClasses: list(oneOf(ERROR_CLASSES as readonly ErrorClass[] as [ErrorClass, ...ErrorClass[]])),
    ...page(50),
    sortOrder,
    after: position.optional(),
  },
  schemaError('is not an object', '{ statuses, types, queues, since, limit, … }'),
);

export const historyQuerySchema = z.strictObject(
  {
    statuses: executionStatusesField,
    since: dateField.optional(),
    until: dateField.optional(),
    includeLogs: flag.default(false),
    ...page(10),
    sortOrder,
  },
  schemaError('is not an object', '{ statuses, since, limit, … }'),
);
