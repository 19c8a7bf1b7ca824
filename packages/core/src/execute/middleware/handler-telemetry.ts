import { tracingChannel } from 'node:diagnostics_channel';
import type { JobMiddleware, JobResult } from '@scheduler/contracts';

/** What tracers get with each call of a handler; `result` and `error` come when it has ended, as Node's tracing channels do it. */
export interface HandlerTrace {
  readonly executionId: string;
  readonly type: string;
  readonly jobName: string | null;
  readonly attempt: number;
  readonly node: string;
  result?: { readonly kind: JobResult['kind'] };
  error?: unknown;
}

const traced = tracingChannel<unknown, HandlerTrace>('scheduler:handler');

/**
 * Calls handlers inside the tracing channel `scheduler:handler` (`tracing:scheduler:handler:start`, `end`, `asyncStart`, `asyncEnd`,
 * `error`), so that a tracer can make its span current while the handler runs.
 */
export function handlerTelemetry(): JobMiddleware {
  return {
    name: 'telemetry',
    handle: async ({ type, name }, { executionId, attempt, node }, next) => {
      const trace: HandlerTrace = { executionId, type, jobName: name, attempt, node };
      let answer: JobResult | undefined;
      // The output is the handler's own business: tracers see only how it ended.
      await traced.tracePromise(async () => {
        answer = await next();
        return { kind: answer.kind };
      }, trace);
      return answer;
    },
  };
}
