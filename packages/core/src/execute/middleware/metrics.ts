import type { MiddlewareFactory } from './middleware-services.js';

/** Fills `node.metrics`. */
export function metrics(): MiddlewareFactory {
  return ({ clock, metrics: counted }) => ({
    name: 'metrics',
    handle: async (job, _context, next) => {
      const beganMs = clock.monotonicMs();
      counted.started(job.type);
      try {
        const result = await next();
        counted.ended(job.type, result.kind, clock.monotonicMs() - beganMs);
        return result;
      } catch (error) {
        counted.ended(job.type, 'failed', clock.monotonicMs() - beganMs);
        throw error;
      }
    },
  });
}
