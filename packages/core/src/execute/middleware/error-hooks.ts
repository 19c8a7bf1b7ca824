import {
  type ErrorAnswer,
  type HandledJob,
  type JobContext,
  type JobMiddleware,
  JobResult,
} from '@scheduler/contracts';
import { readErrorAnswer } from '@scheduler/contracts/adapter';
import { type CallEnd, errorOf } from './ended.js';

export interface FailedCall {
  readonly job: HandledJob;
  readonly context: JobContext;
  readonly ended: CallEnd;
}

/** Asks the hooks in order what becomes of a failure; the first verdict ends the asking. */
export async function askErrorHooks(
  list: readonly JobMiddleware[],
  { job, context, ended }: FailedCall,
): Promise<CallEnd> {
  let current = ended;
  for (const middleware of list) {
    let answer: ErrorAnswer | null;
    try {
      answer = readErrorAnswer(
        await middleware.onError?.(job, context, errorOf(current)),
        `onError of ${middleware.name ?? 'a middleware'}`,
      );
    } catch (error) {
      current = { kind: 'threw', error };
      continue;
    }
    if (answer === null) continue;
    if (answer.kind !== 'error') return verdict(answer, current);
    current = { kind: 'threw', error: answer.error };
  }
  return current;
}

function verdict(answer: Exclude<ErrorAnswer, { kind: 'error' }>, ended: CallEnd): CallEnd {
  if (answer.kind === 'ignore') return { kind: 'answered', result: JobResult.discarded(answer.reason) };
  const { reason, delay } = answer;
  const cause = errorOf(ended);
  const error = new Error(`${reason}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  return {
    kind: 'answered',
    result: JobResult.failure({
      error,
      retry: true,
      ...(delay === null || delay === undefined ? {} : { delay }),
    }),
  };
}
