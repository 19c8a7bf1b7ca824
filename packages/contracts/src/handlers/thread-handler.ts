import type { HandledJob, HandlerAnswer } from './job-handler.js';
import type { JobContext } from './job-context.js';

/** What a handler in a thread gets to know: everything that can be sent to it. The rest belongs to the thread of the node. */
export type ThreadContext = Omit<JobContext, 'completeIn' | 'emit' | 'step' | 'values'>;

/**
 * What a module of a handler in a thread exports as `handle`, or as its default.
 *
 * @example
 * export const handle: ThreadHandle<{ file: string }> = ({ payload }, { signal }) => resize(payload.file, signal);
 */
export type ThreadHandle<TPayload = unknown> = (
  job: HandledJob<TPayload>,
  context: ThreadContext,
) => HandlerAnswer;
