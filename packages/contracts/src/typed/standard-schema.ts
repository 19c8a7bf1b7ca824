import { FeatureNotSupported } from '../errors/errors.js';
import type { InputIssue } from '../errors/scheduler-error.js';

/**
 * The part of the Standard Schema specification, version 1 (standardschema.dev), that typed jobs use. Zod, Valibot, ArkType and others
 * implement it, so that an application can use its own library.
 */
export interface StandardSchema<TInput = unknown, TOutput = TInput> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<TOutput> | Promise<StandardResult<TOutput>>;
    /** Only for the compiler. */
    readonly types?: { readonly input: TInput; readonly output: TOutput } | undefined;
  };
}

export type StandardResult<TOutput> =
  { readonly value: TOutput; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  /** The path to the invalid part. Missing: the whole value is invalid. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The input type of a schema. */
export type SchemaInput<TSchema extends StandardSchema> = NonNullable<TSchema['~standard']['types']>['input'];

/** The output type of a schema. */
export type SchemaOutput<TSchema extends StandardSchema> = NonNullable<
  TSchema['~standard']['types']
>['output'];

/** The result of a validation: the output value, or its issues. */
export type Validation<TOutput> =
  | { readonly kind: 'fits'; readonly value: TOutput }
  | { readonly kind: 'refused'; readonly issues: readonly InputIssue[] };

interface ValueOrigin {
  readonly field: string;
  /** The job type, for messages. */
  readonly owner: string;
}

/** Validates a value. JSON has no `undefined`, so that a missing value is stored as null: it is valid if either of the two is. */
export function validateWith<TOutput>(
  schema: StandardSchema<unknown, TOutput>,
  value: unknown,
  origin: ValueOrigin,
): Validation<TOutput> {
  const answer = validateOnce(schema, value, origin);
  if (answer.kind === 'fits' || (value !== null && value !== undefined)) return answer;
  const other = validateOnce(schema, value === null ? undefined : null, origin);
  return other.kind === 'fits' ? other : answer;
}

/** Refuses asynchronous schemas, because callers in a transaction cannot wait for them. */
function validateOnce<TOutput>(
  schema: StandardSchema<unknown, TOutput>,
  value: unknown,
  { field, owner }: ValueOrigin,
): Validation<TOutput> {
  const result = schema['~standard'].validate(value);
  if (isPromise(result)) {
    ignoreRejection(result);
    const wayOut = 'use only synchronous rules, and do asynchronous checks in the handler';
    throw new FeatureNotSupported(`an asynchronous schema (${field} of ${owner})`, 'typed jobs', wayOut);
  }
  if (result.issues === undefined) return { kind: 'fits', value: result.value };
  return { kind: 'refused', issues: result.issues.map((issue) => inputIssue(issue, field, value)) };
}

/** Ignores a rejection, which would end the process if it was not handled. */
export function ignoreRejection(promise: PromiseLike<unknown>): void {
  promise.then(undefined, () => undefined);
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}

function inputIssue({ message, path = [] }: StandardIssue, field: string, whole: unknown): InputIssue {
  const keys = path.map((step) => (typeof step === 'object' ? step.key : step));
  return { field: [field, ...keys.map(String)].join('.'), value: valueAt(whole, keys), problem: message };
}

function valueAt(whole: unknown, keys: readonly PropertyKey[]): unknown {
  let current = whole;
  for (const key of keys) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}
