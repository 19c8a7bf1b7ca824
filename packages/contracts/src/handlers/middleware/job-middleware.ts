import type { HandledJob, HandlerAnswer } from '../job-handler.js';
import type { JobContext } from '../job-context.js';
import type { JobResult } from '../job-result.js';
import type { ErrorAnswer, Halt } from './hook-answers.js';

/** Calls the next middleware, and finally the handler. Rejects with the error of the handler. */
export type NextHandler = () => Promise<JobResult>;

type Maybe<TAnswer> = Promise<TAnswer> | TAnswer;

/**
 * Code around every handler, in one style or both:
 *
 * - `handle` wraps the handler; the first middleware of the list is the outermost.
 * - The four hooks run outside of all wrappers: `beforeExecute` in the order of the list, `afterExecute` in reverse, `onError` and
 *   `onComplete` in the order of the list. They can share data of one attempt in `context.values`.
 *
 * If a handler ignores its signal, the later hooks run when the handler ends, which may be after its attempt has ended.
 *
 * @example
 * const maintenance: JobMiddleware = {
 *   name: 'maintenance',
 *   beforeExecute: () => (isOpen() ? undefined : hook.halt('closed for maintenance')),
 * };
 */
export interface JobMiddleware {
  /** The name in messages. Default: the name of its class. */
  readonly name?: string;
  /** Wraps the handler: calls `next` once, several times or not at all, and returns a result or an output, as a handler does. */
  handle?(job: HandledJob, context: JobContext, next: NextHandler): HandlerAnswer;
  /** Returns nothing to go on, or `hook.halt(reason)`: then the handler is not called, and the attempt fails with MiddlewareHalted. */
  beforeExecute?(job: HandledJob, context: JobContext): Maybe<Halt | void>;
  /** Called after a result that is no failure. What it returns replaces the result, by the same rule as for handlers; nothing leaves it. A failure or a throw turns it into an error. */
  afterExecute?(job: HandledJob, context: JobContext, result: JobResult): HandlerAnswer;
  /**
   * Called after a failure, returned or thrown. The first hook that returns `hook.retry` or `hook.ignore` decides. If it returns nothing,
   * the error stays as it is.
   */
  onError?(job: HandledJob, context: JobContext, error: unknown): Maybe<ErrorAnswer | void>;
  /** Always called, with the final result. Its errors are logged and change nothing. */
  onComplete?(job: HandledJob, context: JobContext, result: JobResult): Maybe<void>;
}

export type HandleFunction = (job: HandledJob, context: JobContext) => Promise<JobResult>;

/**
 * Creates a middleware from a function that wraps a handler in another one.
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
  wrap: (next: HandleFunction) => (job: HandledJob, context: JobContext) => HandlerAnswer,
): JobMiddleware {
  return { name, handle: (job, context, next) => wrap(() => next())(job, context) };
}
