import type { InputIssue } from '@scheduler/contracts';
import { didYouMean } from '@scheduler/contracts/adapter';
import type { z } from 'zod';

type IssueError = new (issues: readonly InputIssue[]) => Error;

export interface ReadInput<TSchema extends z.ZodType> {
  readonly schema: TSchema;
  readonly value: unknown;
  /** What to throw: ScheduleInvalid, QueryInvalid, ConfigurationInvalid … */
  readonly error: IssueError;
  /** What the whole input is called in a message. */
  readonly subject: string;
  /** The names that an object of this kind may have, to suggest the one that was meant. */
  readonly known?: readonly string[];
}

/** The checked and completed input, or an error with one issue for each thing that is wrong. */
export function readInput<TSchema extends z.ZodType>(request: ReadInput<TSchema>): z.output<TSchema> {
  const odd = oddityOf(request.value, request.subject);
  if (odd !== null) throw new request.error([odd]);
  const result = request.schema.safeParse(request.value);
  if (result.success) return result.data;
  throw new request.error(result.error.issues.flatMap((issue) => toInputIssues(issue, request)));
}

/** What a schema does not see: an object of another kind that has no fields of its own, and a key by which prototypes are set. */
function oddityOf(value: unknown, subject: string): InputIssue | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Object.hasOwn(value, '__proto__'))
    return { field: fieldName(['__proto__'], subject), value: undefined, problem: 'is not known' };
  if (Array.isArray(value) || isOrdinary(value)) return null;
  return {
    field: subject,
    value,
    problem: 'is not a plain object',
    accepted: 'an object such as { key: value }',
  };
}

/** Whether it is an object whose fields are its content, unlike a Date, a Map or a Promise that nobody waited for. */
export function isOrdinary(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Object]';
}

function toInputIssues(issue: z.core.$ZodIssue, request: ReadInput<z.ZodType>): InputIssue[] {
  const [problem = '', accepted] = issue.message.split(ACCEPTED);
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 ? (request.known ?? []) : namesIn(accepted);
    return issue.keys.map((key) => unknownKey(fieldName([...issue.path, key], request.subject), key, known));
  }
  const inside = issue.code === 'invalid_union' ? issuesInside(issue) : [];
  if (inside.length > 0) return inside.flatMap((one) => toInputIssues(one, request));
  const value = valueAt(request.value, issue.path);
  const field = fieldName(issue.path, request.subject);
  return [accepted === undefined ? { field, value, problem } : { field, value, problem, accepted }];
}

/**
 * Where one of several shapes is accepted, and the value has one of them but is wrong inside: what is wrong there, so that the error names
 * that part and not the whole. Empty: the value has none of the shapes.
 */
function issuesInside({ errors, path }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const meant = errors.find((issues) => issues.length > 0 && issues.every(isInside)) ?? [];
  return meant.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

function isInside({ path, code }: z.core.$ZodIssue): boolean {
  return path.length > 0 || code === 'unrecognized_keys';
}

/** The names of a hint such as `{ policy, cap, grace }`, the form in which a schema says what an object may have. */
function namesIn(accepted: string | undefined): readonly string[] {
  const names = /^\{ (\w+(?:, \w+)*) \}$/.exec(accepted ?? '')?.[1];
  return names === undefined ? [] : names.split(', ');
}

/** Separates the problem from the hint in the message of a schema, since a schema can carry one text only. */
const ACCEPTED = '\u0001';

/** The error message of a schema: what is wrong, and what would be accepted. */
export function schemaError(problem: string, accepted?: string): { readonly error: string } {
  return { error: accepted === undefined ? problem : `${problem}${ACCEPTED}${accepted}` };
}

function unknownKey(field: string, key: string, known: readonly string[]): InputIssue {
  const meant = didYouMean(key, known);
  const problem = meant === null ? 'is not known' : `is not known; did you mean '${meant}'?`;
  return known.length === 0
    ? { field, value: undefined, problem }
    : { field, value: undefined, problem, accepted: known.join(', ') };
}

function fieldName(path: readonly PropertyKey[], subject: string): string {
  return path.length === 0 ? subject : path.map(String).join('.');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}
