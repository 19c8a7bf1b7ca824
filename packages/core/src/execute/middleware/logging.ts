import type { JobResult } from '@scheduler/contracts';
import { toExecutionError } from '../../policies/failures/execution-error.js';
import type { MiddlewareFactory } from './middleware-services.js';

/** Logs when handlers start and how they end. Payloads and outputs are not logged. */
export function logging(): MiddlewareFactory {
  return ({ clock, logger }) => ({
    name: 'logging',
    beforeExecute: (job, { executionId, attempt, values }) => {
      values.set(BEGAN_MS, clock.monotonicMs());
      logger.debug('handler begins', { type: job.type, executionId, attempt });
    },
    onComplete: (job, { executionId, attempt, values }, result) => {
      const durationMs = Math.round(clock.monotonicMs() - Number(values.get(BEGAN_MS)));
      const fields = { type: job.type, executionId, attempt, result: result.kind, durationMs };
      if (result.kind === 'failed') logger.warn('handler failed', { ...fields, error: messageOf(result) });
      else logger.info('handler ended', fields);
    },
  });
}

const BEGAN_MS = 'scheduler.logging.began_ms';

function messageOf({ error }: Extract<JobResult, { kind: 'failed' }>): string {
  return toExecutionError(error).message;
}
