import type { InputIssue } from '@scheduler/contracts';
import { didYouMean, formatIssue } from '@scheduler/contracts/adapter';
import type { z } from 'zod';
import { HttpError, type HttpErrorCode } from './http-error.js';

export interface ReadWith<TSchema extends z.ZodType> {
  readonly schema: TSchema;
  readonly value: unknown;
  readonly code: HttpErrorCode;
  /** What the whole value is called, such as `body`. */
  readonly subject: string;
}

/** The value as the schema reads it. Throws a problem 400 that names every field that is wrong. */
export function readWith<TSchema extends z.ZodType>(request: ReadWith<TSchema>): z.output<TSchema> {
  const { schema, value, code, subject } = request;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const known = 'shape' in schema ? Object.keys(schema.shape as object) : [];
  const issues = result.error.issues.flatMap((issue) => issuesOf(issue, subject, known));
  throw new HttpError(400, code, issues.map(formatIssue).join('; '), { issues });
}

function issuesOf(issue: z.core.$ZodIssue, subject: string, known: readonly string[]): InputIssue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) =>
      unknownKey([...issue.path, key], key, issue.path.length === 0 ? known : []),
    );
  const field = issue.path.length === 0 ? subject : issue.path.join('.');
  return [{ field, value: undefined, problem: issue.message }];
}

const LONGEST_NAME = 100;

function unknownKey(path: readonly PropertyKey[], key: string, known: readonly string[]): InputIssue {
  const meant = didYouMean(key, known);
  const accepted =
    meant === null ? (known.length === 0 ? undefined : known.join(', ')) : `did you mean ${meant}?`;
  return {
    field: path.join('.').slice(0, LONGEST_NAME),
    value: undefined,
    problem: 'is not known',
    ...(accepted === undefined ? {} : { accepted }),
  };
}
