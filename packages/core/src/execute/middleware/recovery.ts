import { AsyncLocalStorage } from 'node:async_hooks';
import type { JobContext, Logger } from '@scheduler/contracts';
import type { MiddlewareFactory, MiddlewareServices } from './middleware-services.js';

interface Owner {
  readonly context: JobContext;
  readonly logger: Logger;
  readonly fail: MiddlewareServices['fail'];
}

const owners = new AsyncLocalStorage<Owner>();
let isGuarding = false;

/**
 * What a handler throws or rejects with is always caught. What it throws where nobody awaits it (in a timer, in an event listener, in
 * a promise that it forgot) ends a Node process. With this middleware such an error ends the attempt that it belongs to instead; an
 * error that belongs to no handler ends the process as before. An error that is thrown from `queueMicrotask` belongs to no handler.
 */
export function recovery(): MiddlewareFactory {
  return ({ logger, fail }) => ({
    name: 'recovery',
    handle: (_job, context, next) => {
      guardProcess();
      return owners.run({ context, logger, fail }, next);
    },
  });
}

/** Once, and for good: a timer may go off long after the attempt that set it. */
function guardProcess(): void {
  if (isGuarding) return;
  isGuarding = true;
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      const owner = owners.getStore();
      if (owner !== undefined) recover(owner, error);
      // Our listener keeps Node from ending the process. Without other listeners the process has to end as it would without us.
      else if (process.listenerCount(event) === 1) throw error;
    });
  }
}

function recover({ context, logger, fail }: Owner, error: unknown): void {
  const { executionId, attempt } = context;
  logger.error('a handler threw where nobody could catch it', { executionId, attempt, error: String(error) });
  fail(context, error instanceof Error ? error : new Error(String(error), { cause: error }));
}
