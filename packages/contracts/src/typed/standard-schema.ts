import { FeatureNotSupported } from '../errors/errors.js';
import type { InputIssue } from '../errors/scheduler-error.js';

/**
 * What typed jobs need of the Standard Schema specification, version 1 (standardschema.dev): zod, Valibot, ArkType and others follow
 * it, so that an application keeps the library that it has.
 */
export interface StandardSchema<TInput = unknown, TOutput = TInput> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<TOutput> | Promise<StandardResult<TOutput>>;
    /** For the compiler alone. */
    readonly types?: { readonly input: TInput; readonly output: TOutput } | undefined;
  };
}

export type StandardResult<TOutput> =
  { readonly value: TOutput; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  /** From the whole to the part that is wrong. Nothing: the whole. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema takes. */
export type SchemaInput<TSchema extends StandardSchema> = NonNullable<TSchema['~standard']['types']>['input'];

/** What a schema makes of it. */
export type SchemaOutput<TSchema extends StandardSchema> = NonNullable<
  TSchema['~standard']['types']
>['output'];

/** What a schema says: the value as it makes it, or what is wrong with it. */
export type SchemaAnswer<TOutput> =
  | { readonly kind: 'fits'; readonly value: TOutput }
  | { readonly kind: 'refused'; readonly issues: readonly InputIssue[] };

interface Asked {
  readonly field: string;
  /** The job type, for messages. */
  readonly owner: string;
}

/** Asks a schema. JSON has no `undefined`, so that what was left out is stored as null: either of them may fit. */
export function askSchema<TOutput>(
  schema: StandardSchema<unknown, TOutput>,
  value: unknown,
  asked: Asked,
): SchemaAnswer<TOutput> {
  const answer = askOnce(schema, value, asked);
  if (answer.kind === 'fits' || (value !== null && value !== undefined)) return answer;
  const other = askOnce(schema, value === null ? undefined : null, asked);
  return other.kind === 'fits' ? other : answer;
}

/** One that answers with a promise is refused: whoever schedules in a transaction cannot wait for it. */
function askOnce<TOutput>(
  schema: StandardSchema<unknown, TOutput>,
  value: unknown,
  { field, owner }: Asked,
): SchemaAnswer<TOutput> {
  const result = schema['~standard'].validate(value);
  if (isPromise(result)) {
    ignoreEnd(result);
    const wayOut = 'give it rules that answer at once, and check in the handler what has to be waited for';
    throw new FeatureNotSupported(`an asynchronous schema (${field} of ${owner})`, 'typed jobs', wayOut);
  }
  if (result.issues === undefined) return { kind: 'fits', value: result.value };
  return { kind: 'refused', issues: result.issues.map((issue) => inputIssue(issue, field, value)) };
}

/** A promise that nobody waits for must not end the process. */
export function ignoreEnd(promise: PromiseLike<unknown>): void {
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
