import { type DurationInput, toMilliseconds } from '@scheduler/contracts';
import type { MiddlewareFactory } from './middleware-services.js';

/** A limit for all handlers together, beside the timeout of each job: the shorter one wins. */
export function timeout(limit: DurationInput): MiddlewareFactory {
  const delayMs = toMilliseconds(limit, 'timeout');
  return ({ clock, timeOut }) => ({
    name: 'timeout',
    handle: async (_job, context, next) => {
      const timer = clock.setTimer({ delayMs, callback: () => timeOut(context, delayMs) });
      try {
        return await next();
      } finally {
        timer.cancel();
      }
    },
  });
}
