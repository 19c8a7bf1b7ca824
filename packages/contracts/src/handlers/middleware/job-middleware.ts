import type { HandledJob, HandlerAnswer } from '../job-handler.js';
import type { JobContext } from '../job-context.js';
import type { JobResult } from '../job-result.js';
import type { ErrorAnswer, Halt } from './hook-answers.js';

/** Calls what is inside: the next middleware, and in the end the handler. Rejects with what the handler throws. */
export type NextHandler = () => Promise<JobResult>;

type Maybe<TAnswer> = Promise<TAnswer> | TAnswer;

/**
 * Code around every handler, in one style or both:
 *
 * - `handle` wraps the handler; the first middleware of the list is the outermost.
 * - The four hooks stand around all wrappers. `beforeExecute` runs in the order of the list, `afterExecute` in reverse, `onError` and
 *   `onComplete` in order again. What they share about one attempt is in `context.values`.
 *
 * A handler that ignores its signal comes to its end after its attempt did; only then do the hooks after it run.
 *
 * @example
 * const maintenance: JobMiddleware = {
 *   name: 'maintenance',
 *   beforeExecute: () => (isOpen() ? undefined : hook.halt('closed for maintenance')),
 * };
 */
export interface JobMiddleware {
  /** For messages. Default: the name of its class. */
  readonly name?: string;
  /** Calls `next`, once, never or again, and answers for the handler. */
  handle?(job: HandledJob, context: JobContext, next: NextHandler): Maybe<HandlerAnswer>;
  /** Nothing: go on. `hook.halt(reason)`: the handler is not called, and the attempt fails with MiddlewareHalted. */
  beforeExecute?(job: HandledJob, context: JobContext): Maybe<Halt | void>;
  /** Of a result that is no failure. Nothing: it stays. Another result replaces it; a failure, or a throw, makes it an error. */
  afterExecute?(job: HandledJob, context: JobContext, result: JobResult): Maybe<HandlerAnswer>;
  /** Of a failure, returned or thrown. Nothing: it stays. The first that answers `hook.retry` or `hook.ignore` decides. */
  onError?(job: HandledJob, context: JobContext, error: unknown): Maybe<ErrorAnswer | void>;
  /** Always, with what became of it. What it throws is logged and changes nothing. */
  onComplete?(job: HandledJob, context: JobContext, result: JobResult): Maybe<void>;
}

export type HandleFunction = (job: HandledJob, context: JobContext) => Promise<JobResult>;

/**
 * A middleware from a function that wraps a handler in another one.
 *
 * @example
 * const timed = wrapHandler('timed', (next) => async (job, context) => {
 *   console.time(context.executionId);
 *   try {
 *     return await next(job, context);
 *   } finally {
 *     console.timeEnd(context.executionId);
 *   }
 * });
 */
export function wrapHandler(
  name: string,
  wrap: (next: HandleFunction) => (job: HandledJob, context: JobContext) => Maybe<HandlerAnswer>,
): JobMiddleware {
  return { name, handle: (job, context, next) => wrap(() => next())(job, context) };
}
