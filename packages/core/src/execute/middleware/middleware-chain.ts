import {
  type HandledJob,
  type HandlerAnswer,
  type JobContext,
  type JobHandler,
  type JobMiddleware,
  type JobResult,
  type Logger,
  MiddlewareHalted,
} from '@scheduler/contracts';
import { readHalt } from '@scheduler/contracts/adapter';
import { isThenable, toResult } from '../handlers/read-answer.js';
import { askErrorHooks } from './error-hooks.js';
import { type CallEnd, resultOf } from './ended.js';

/** Calls a handler inside its middleware: hooks around wrappers around the handler. Hooks that nobody has cost nothing. */
export class MiddlewareChain {
  private readonly wrappers: readonly Having<'handle'>[];
  private readonly before: readonly Having<'beforeExecute'>[];
  private readonly after: readonly Having<'afterExecute'>[];
  private readonly onError: readonly JobMiddleware[];
  private readonly onComplete: readonly Having<'onComplete'>[];
  private readonly hasHooks: boolean;
  /** How to tell the middleware of attempts whose handler has not answered yet that they are over. */
  private readonly waiting = new WeakMap<JobContext, (error: unknown) => void>();

  constructor(
    list: readonly JobMiddleware[],
    private readonly logger: Logger,
  ) {
    this.wrappers = having(list, 'handle');
    this.before = having(list, 'beforeExecute');
    this.after = [...having(list, 'afterExecute')].reverse();
    this.onError = having(list, 'onError');
    this.onComplete = having(list, 'onComplete');
    this.hasHooks = this.before.length + this.after.length + this.onError.length + this.onComplete.length > 0;
  }

  /** Answers for the handler, or throws or rejects with what it threw. */
  call(handler: JobHandler, job: HandledJob, context: JobContext): Answered {
    return this.hasHooks ? this.withHooks({ handler, job, context }) : this.around(0, handler, job, context);
  }

  private async withHooks(call: Call): Promise<JobResult> {
    const { job, context } = call;
    let ended = await this.attempt(call);
    if (ended.kind === 'threw' || ended.result.kind === 'failed')
      ended = await askErrorHooks(this.onError, { job, context, ended });
    await this.complete(job, context, ended);
    if (ended.kind === 'threw') throw ended.error;
    return ended.result;
  }

  private async attempt(call: Call): Promise<CallEnd> {
    const { handler, job, context } = call;
    try {
      for (const middleware of this.before) {
        const halt = readHalt(
          await middleware.beforeExecute(job, context),
          `beforeExecute of ${nameOf(middleware)}`,
        );
        if (halt !== null) throw new MiddlewareHalted(nameOf(middleware), halt.reason);
      }
      let result = await this.around(0, handler, job, context);
      for (const middleware of this.after) {
        if (result.kind === 'failed') break;
        const answer = await middleware.afterExecute(job, context, result);
        if (answer !== undefined) result = toResult(answer, job.type);
      }
      return { kind: 'answered', result };
    } catch (error) {
      return { kind: 'threw', error };
    }
  }

  private callHandler(handler: JobHandler, job: HandledJob, context: JobContext): Answered {
    const answer = answered(handler.handle(job, context), job);
    return isThenable(answer) ? this.untilEnded(answer, context) : answer;
  }

  /** The wrappers from one on, and in the end the handler. Without async functions, since it is called for every attempt. */
  private around(from: number, handler: JobHandler, job: HandledJob, context: JobContext): Answered {
    const wrapper = this.wrappers[from];
    if (wrapper === undefined) return this.callHandler(handler, job, context);
    let inner: Answered | null = null;
    let passedOn: Promise<JobResult> | null = null;
    const answer = wrapper.handle(job, context, () => {
      try {
        inner = this.around(from + 1, handler, job, context);
      } catch (error) {
        return Promise.reject(error);
      }
      return (passedOn = isThenable(inner) ? inner : Promise.resolve(inner));
    });
    // What it only passes on is a result already.
    return inner !== null && answer === passedOn ? inner : answered(answer, job);
  }

  /**
   * Tells the middleware of an attempt that it is over, though its handler has not answered: it has timed out, or failed where nobody
   * could catch it. Does nothing if the handler has answered.
   */
  ended(context: JobContext, error: unknown): void {
    const reject = this.waiting.get(context);
    if (reject === undefined) return;
    this.waiting.delete(context);
    reject(error);
  }

  /** What the handler answers, or the end of its attempt if that comes first. */
  private untilEnded(answer: Promise<JobResult>, context: JobContext): Promise<JobResult> {
    return new Promise((resolve, reject) => {
      this.waiting.set(context, reject);
      const answeredWith =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          this.waiting.delete(context);
          settle(value);
        };
      answer.then(answeredWith(resolve), answeredWith(reject));
    });
  }

  private async complete(job: HandledJob, context: JobContext, ended: CallEnd): Promise<void> {
    const result = resultOf(ended);
    for (const middleware of this.onComplete) {
      try {
        await middleware.onComplete(job, context, result);
      } catch (error) {
        this.logger.warn('a hook failed after the attempt', {
          middleware: nameOf(middleware),
          executionId: context.executionId,
          error: String(error),
        });
      }
    }
  }
}

interface Call {
  readonly handler: JobHandler;
  readonly job: HandledJob;
  readonly context: JobContext;
}

type Part = 'handle' | 'beforeExecute' | 'afterExecute' | 'onError' | 'onComplete';
type Having<TPart extends Part> = JobMiddleware & Required<Pick<JobMiddleware, TPart>>;

function having<TPart extends Part>(list: readonly JobMiddleware[], part: TPart): readonly Having<TPart>[] {
  return list.filter((middleware): middleware is Having<TPart> => middleware[part] !== undefined);
}

/** At once, where handler and wrappers answer at once. */
type Answered = Promise<JobResult> | JobResult;

function answered(answer: HandlerAnswer, { type }: HandledJob): Answered {
  return isThenable(answer)
    ? Promise.resolve(answer).then((given) => toResult(given, type))
    : toResult(answer, type);
}

function nameOf(middleware: JobMiddleware): string {
  const { name } = middleware.constructor;
  return middleware.name ?? (name === 'Object' ? 'a middleware without a name' : name);
}
