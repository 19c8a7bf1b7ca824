import { ResultInvalid } from '../errors/errors.js';
import type { HandlerAnswer } from '../handlers/job-handler.js';
import { isJobResult, JobResult } from '../handlers/job-result.js';
import { validateWith, type StandardSchema } from './standard-schema.js';

export interface ResultRules<TResult> {
  readonly type: string;
  /** Null: the job declares no result. */
  readonly result: StandardSchema<unknown, TResult> | null;
}

/** Reads the answer of a typed handler. A result that does not match its schema fails without a retry. */
export function readTypedAnswer(rules: ResultRules<unknown>, answer: unknown): HandlerAnswer {
  if (rules.result === null) return answer;
  const result = isJobResult(answer) ? answer : JobResult.success(answer);
  if (result.kind !== 'succeeded') return result;
  try {
    readResult(rules, result.output);
    return result;
  } catch (error) {
    return JobResult.failure({ error, retry: false });
  }
}

/** Reads a result by its schema. Throws ResultInvalid with one issue for each problem. */
export function readResult<TResult>(
  { type, result: schema }: ResultRules<TResult>,
  output: unknown,
): TResult {
  if (schema === null) return output as TResult;
  const answer = validateWith(schema, output, { field: 'result', owner: type });
  if (answer.kind === 'fits') return answer.value;
  throw new ResultInvalid(answer.issues.map((issue) => ({ ...issue, field: `${issue.field} of ${type}` })));
}
