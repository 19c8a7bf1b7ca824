import {
  type HandledJob,
  type HandlerAnswer,
  isJobResult,
  type JobContext,
  type JobHandler,
  type JobMiddleware,
  JobResult,
  type Logger,
  MiddlewareHalted,
} from '@scheduler/contracts';
import { notAResult } from '../execution-engine/read-answer.js';
import { askErrorHooks } from './error-hooks.js';
import { type Ended, resultOf } from './ended.js';

/** Calls a handler inside its middleware: hooks around wrappers around the handler. */
export class MiddlewareChain {
  private readonly reversed: readonly JobMiddleware[];

  constructor(
    private readonly list: readonly JobMiddleware[],
    private readonly logger: Logger,
  ) {
    this.reversed = [...list].reverse();
  }

  /** Answers for the handler, or throws what it threw. */
  async call(handler: JobHandler, job: HandledJob, context: JobContext): Promise<JobResult> {
    let ended = await this.attempt(handler, job, context);
    if (ended.kind === 'threw' || ended.result.kind === 'failed')
      ended = await askErrorHooks(this.list, { job, context, ended });
    await this.complete(job, context, ended);
    if (ended.kind === 'threw') throw ended.error;
    return ended.result;
  }

  private async attempt(handler: JobHandler, job: HandledJob, context: JobContext): Promise<Ended> {
    try {
      for (const middleware of this.list) {
        const answer = await middleware.beforeExecute?.(job, context);
        if (answer?.kind === 'halt') throw new MiddlewareHalted(nameOf(middleware), answer.reason);
      }
      let result = await this.around(0, handler, { job, context });
      for (const middleware of this.reversed) {
        if (result.kind === 'failed') break;
        const answer = await middleware.afterExecute?.(job, context, result);
        if (answer !== undefined) result = read(answer, job);
      }
      return { kind: 'answered', result };
    } catch (error) {
      return { kind: 'threw', error };
    }
  }

  /** The wrappers from one on, and in the end the handler. */
  private async around(
    from: number,
    handler: JobHandler,
    call: { readonly job: HandledJob; readonly context: JobContext },
  ): Promise<JobResult> {
    const { job, context } = call;
    for (let index = from; index < this.list.length; index += 1) {
      const middleware = this.list[index];
      if (middleware?.handle === undefined) continue;
      const next = () => this.around(index + 1, handler, call);
      return read(await middleware.handle(job, context, next), job);
    }
    return read(await handler.handle(job, context), job);
  }

  private async complete(job: HandledJob, context: JobContext, ended: Ended): Promise<void> {
    const result = resultOf(ended);
    for (const middleware of this.list) {
      try {
        await middleware.onComplete?.(job, context, result);
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

function read(answer: HandlerAnswer, { type }: HandledJob): JobResult {
  if (answer === undefined) return JobResult.success();
  if (isJobResult(answer)) return answer;
  return JobResult.failure({ error: notAResult(type, answer), retry: false });
}

function nameOf(middleware: JobMiddleware): string {
  const { name } = middleware.constructor;
  return middleware.name ?? (name === 'Object' ? 'a middleware without a name' : name);
}
