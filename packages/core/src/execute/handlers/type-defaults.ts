import { type JobDefaults, ScheduleInvalid, type WorkDefinition } from '@scheduler/contracts';
import { z } from 'zod';
import { nameField, tagsField } from '../../support/input/fields.js';
import { runOptions } from '../../support/input/run-options.js';
import { readInput, schemaError } from '../../support/input/read-input.js';

/** What all work of a type inherits, scheduled or enqueued, unless it says otherwise itself. Metadata are merged, everything else is replaced. */
export interface TypeDefaults extends JobDefaults, Pick<WorkDefinition, 'payload'> {}

const typeDefaultsSchema = z.strictObject(
  {
    ...runOptions,
    concurrencyKey: nameField.optional(),
    payload: z.unknown().optional(),
    tags: tagsField.optional(),
    metadata: z.unknown().optional(),
  },
  schemaError('is not an object', '{ queue, timeout, … }'),
);

const KNOWN = Object.keys(typeDefaultsSchema.shape);

/** Checks the defaults of a type and returns them as they were given. */
export function readTypeDefaults(defaults: TypeDefaults): TypeDefaults {
  readInput({
    schema: typeDefaultsSchema,
    value: defaults,
    error: ScheduleInvalid,
    subject: 'defaults',
    known: KNOWN,
  });
  return Object.freeze({ ...defaults });
}

export interface DefaultsByType {
  /** Undefined where the type has no defaults. */
  defaultsOf(type: string): TypeDefaults | undefined;
}

/** Completes a request by the defaults of its type. Without defaults, which is the usual case, the request is returned as it is. */
export function withTypeDefaults<TAsked extends Metadata & { readonly type: string }>(
  types: DefaultsByType,
  asked: TAsked,
): TAsked {
  // The request has not been checked yet and may be anything.
  const defaults = types.defaultsOf((asked as TAsked | null | undefined)?.type ?? '');
  return defaults === undefined ? asked : { ...defaults, ...given(asked), ...metadataOf(defaults, asked) };
}

type Metadata = Pick<WorkDefinition, 'metadata'>;

/** The merged metadata. Empty where one of the two has none, or where the given metadata are not an object. */
function metadataOf(defaults: Metadata, asked: Metadata): Metadata {
  const isObject = typeof asked.metadata === 'object' && asked.metadata !== null;
  return defaults.metadata === undefined || !isObject
    ? {}
    : { metadata: { ...defaults.metadata, ...asked.metadata } };
}

/** Drops options that are undefined, as if they had not been given. */
function given<TAsked extends object>(asked: TAsked): TAsked {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as TAsked;
}
