import type { JobPolicies, JsonValue, ScheduledJob } from '@scheduler/contracts';
import type { ScheduledJobProps } from '@scheduler/contracts/adapter';
import { withoutMark } from '../schedule/declaration-mark.js';
import { stableJson } from '../support/stable-json.js';

/**
 * What a definition decides about its job, for sentences and declared jobs alike. Everything else belongs to the scheduler, such as the
 * next run and the counters, or to operators, such as the status.
 */
const DEFINED = [
  'type',
  'description',
  'targetId',
  'trigger',
  'payload',
  'startAt',
  'endAt',
  'maxExecutions',
  'jitterMs',
  'exclusions',
  'policies',
  'tags',
  'metadata',
] as const satisfies readonly (keyof ScheduledJobProps)[];

export type DefinedProps = Pick<ScheduledJob, (typeof DEFINED)[number]>;

/** A field in which a definition and a job are compared. Each policy is a field of its own. */
export type DefinedField = Exclude<keyof DefinedProps, 'policies'> | keyof JobPolicies;

export type DefinedFields = Readonly<Record<DefinedField, JsonValue>>;

/** One field in which a definition and the stored job differ. */
export interface FieldChange {
  readonly field: string;
  /** As it is stored. */
  readonly before: JsonValue;
  /** As it is defined. */
  readonly after: JsonValue;
}

/** The part of a job that its definition decides. */
export function definedProps(job: ScheduledJob): DefinedProps {
  return Object.fromEntries(DEFINED.map((name) => [name, job[name]])) as unknown as DefinedProps;
}

/** The same as JSON, field by field. The mark of a declaration is left out. */
export function definedFields(job: ScheduledJob): DefinedFields {
  const { policies, tags, metadata, ...props } = definedProps(job);
  const { circuit = null, overlap = null, expectWithinMs = null, ...otherPolicies } = policies;
  const optional = { circuit, overlap, expectWithinMs };
  const fields = { ...props, ...otherPolicies, ...optional, tags, metadata: withoutMark(metadata) };
  return JSON.parse(JSON.stringify(fields)) as DefinedFields;
}

/** The fields in which a stored job differs from what is defined. */
export function fieldChanges(
  stored: DefinedFields,
  defined: DefinedFields,
): readonly (FieldChange & { readonly field: DefinedField })[] {
  return (Object.keys(defined) as DefinedField[])
    .map((field) => ({ field, before: stored[field] ?? null, after: defined[field] ?? null }))
    .filter(({ before, after }) => stableJson(before) !== stableJson(after));
}
