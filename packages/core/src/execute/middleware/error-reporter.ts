import type { HandledJob, JobContext } from '@scheduler/contracts';
import type { MiddlewareFactory } from './middleware-services.js';

export interface ReportedFailure {
  readonly error: unknown;
  readonly job: HandledJob;
  readonly context: JobContext;
}

/** Gives every error of a handler to a function, such as that of an error tracker. Put it first: hooks before it may decide first. */
export function errorReporter(report: (failure: ReportedFailure) => Promise<void> | void): MiddlewareFactory {
  return ({ logger }) => ({
    name: 'errorReporter',
    onError: async (job, context, error) => {
      try {
        await report({ error, job, context });
      } catch (failure) {
        logger.warn('an error was not reported', {
          executionId: context.executionId,
          error: String(failure),
        });
      }
    },
  });
}
