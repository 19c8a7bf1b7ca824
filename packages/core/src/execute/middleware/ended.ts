import { JobResult, RetryableError } from '@scheduler/contracts';

/** How a handler and the hooks before it ended. */
export type CallEnd =
  | { readonly kind: 'answered'; readonly result: JobResult }
  | { readonly kind: 'threw'; readonly error: unknown };

export function resultOf(ended: CallEnd): JobResult {
  return ended.kind === 'answered' ? ended.result : JobResult.failure({ error: errorOf(ended) });
}

/** What went wrong, without what only asks for a retry. */
export function errorOf(ended: CallEnd): unknown {
  if (ended.kind === 'threw') return ended.error instanceof RetryableError ? ended.error.cause : ended.error;
  return ended.result.kind === 'failed' ? ended.result.error : null;
}
