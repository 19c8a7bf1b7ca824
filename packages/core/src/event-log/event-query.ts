import { type EventEntity, EventInvalid } from '@scheduler/contracts';
import { EVENTS_OF } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import { dateField, integer, nameField, oneOf, tenantField } from '../support/input/fields.js';
import { readInput, schemaError } from '../support/input/read-input.js';

/** What is read of the event log. Every given condition must hold. */
export interface EventLogQuery {
  /** The tenant whose events are read. Null: those of all tenants, and those without one. */
  readonly tenant: string | null;
  readonly names?: readonly string[];
  readonly entity?: EventEntity;
  /** The id of a job, an execution or a run, or the name of a queue. */
  readonly entityId?: string;
  /** The events of a job and of its executions. */
  readonly jobId?: string;
  readonly since?: Date;
  /** Before this instant. */
  readonly until?: Date;
  /** The position after which to begin, such as `next` of the page before. */
  readonly after?: string;
  /** Default: 50. */
  readonly limit?: number;
}

export type FollowedEvents = Omit<EventLogQuery, 'until' | 'limit' | 'after'> & {
  /** The position after which to begin. Null: with the oldest event that is kept. Missing: with what happens from now on. */
  readonly after?: string | null;
};

const MOST_NAMES = 100;
const ENTITIES = Object.keys(EVENTS_OF) as [EventEntity, ...EventEntity[]];
const POSITION_RULE = 'the position of an event, or what a page gave as next';

const LONGEST_POSITION = 255;

const positionField = z
  .string(schemaError('is not a position', POSITION_RULE))
  .regex(/^[\w.:-]+$/, schemaError('is not a position', POSITION_RULE))
  .max(LONGEST_POSITION, schemaError('is not a position', POSITION_RULE));

const filterShape = {
  tenant: tenantField.nullable(),
  names: z
    .array(nameField, schemaError('is not a list of names', "a list such as ['JobPaused']"))
    .max(MOST_NAMES, schemaError('has too many names', `at most ${MOST_NAMES}`))
    .optional(),
  entity: oneOf(ENTITIES).optional(),
  entityId: nameField.optional(),
  jobId: nameField.optional(),
  since: dateField.optional(),
};

const querySchema = z.strictObject(
  {
    ...filterShape,
    until: dateField.optional(),
    after: positionField.optional(),
    limit: integer(1, 1_000).default(50),
  },
  schemaError('is not a query', '{ tenant, names, entity, entityId, jobId, since, until, after, limit }'),
);

const followSchema = z.strictObject(
  { ...filterShape, after: positionField.nullable().optional() },
  schemaError('is not a query', '{ tenant, names, entity, entityId, jobId, since, after }'),
);

export function readEventQuery(query: unknown) {
  return withoutMissing(
    readInput({
      schema: querySchema,
      value: query,
      error: EventInvalid,
      subject: 'query',
      known: Object.keys(querySchema.shape),
    }),
  );
}

export function readFollowQuery(query: unknown) {
  return withoutMissing(
    readInput({
      schema: followSchema,
      value: query,
      error: EventInvalid,
      subject: 'query',
      known: Object.keys(followSchema.shape),
    }),
  );
}

export function readPosition(position: unknown): string {
  return readInput({ schema: positionField, value: position, error: EventInvalid, subject: 'position' });
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Members that are undefined are left out. */
function withoutMissing<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Present<T>;
}
