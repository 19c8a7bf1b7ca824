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
  const result = request.schema.safeParse(request.value);
  if (result.success) return result.data;
  throw new request.error(result.error.issues.flatMap((issue) => toInputIssues(issue, request)));
}

function toInputIssues(issue: z.core.$ZodIssue, request: ReadInput<z.ZodType>): InputIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      unknownKey(fieldName([...issue.path, key], request.subject), key, request.known ?? []),
    );
  }
  const value = valueAt(request.value, issue.path);
  const [problem = '', accepted] = issue.message.split(ACCEPTED);
  const field = fieldName(issue.path, request.subject);
  return [accepted === undefined ? { field, value, problem } : { field, value, problem, accepted }];
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
