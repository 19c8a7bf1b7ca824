import { type HandlerAnswer, isJobResult, JobResult } from '@scheduler/contracts';

/** The return value of a plain function is the output, unless it is a JobResult. */
export function answerOf(value: unknown): HandlerAnswer {
  return value === undefined || isJobResult(value) ? value : JobResult.success(value);
}
