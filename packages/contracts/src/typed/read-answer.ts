import { ResultInvalid } from '../errors/errors.js';
import type { HandlerAnswer } from '../handlers/job-handler.js';
import { isJobResult, JobResult } from '../handlers/job-result.js';
import { askSchema, type StandardSchema } from './standard-schema.js';

export interface ResultRules<TResult> {
  readonly type: string;
  /** Null: the job declares no result. */
  readonly result: StandardSchema<unknown, TResult> | null;
}

/** The answer of a typed handler as the engine takes it. A result that was not declared fails, and no retry would mend it. */
export function readTypedAnswer(rules: ResultRules<unknown>, answer: unknown): HandlerAnswer {
  if (rules.result === null) return answer as HandlerAnswer;
  const result = isJobResult(answer) ? answer : JobResult.success(answer);
  if (result.kind !== 'succeeded') return result;
  try {
    readResult(rules, result.output);
    return result;
  } catch (error) {
    return JobResult.failure({ error, retry: false });
  }
}

/** A result, read by its schema. Throws ResultInvalid with one issue for each thing that is wrong. */
export function readResult<TResult>(
  { type, result: schema }: ResultRules<TResult>,
  output: unknown,
): TResult {
  if (schema === null) return output as TResult;
  const answer = askSchema(schema, output, { field: 'result', owner: type });
  if (answer.kind === 'fits') return answer.value;
  throw new ResultInvalid(answer.issues.map((issue) => ({ ...issue, field: `${issue.field} of ${type}` })));
}
