import {
  type Execution,
  isRecoverable,
  type JobHandler,
  type JsonValue,
  PayloadInvalid,
  ResultInvalid,
  RetryableError,
  toMilliseconds,
} from '@scheduler/contracts';
import type { HandlerRegistry } from './handlers/handler-registry.js';
import type { MiddlewareChain } from './middleware/middleware-chain.js';
import { emitBatchStart, emitBatchStop } from './emit-batches.js';
import type { AttemptEnd } from '../policies/failures/attempt-end.js';
import { isThenable, readAnswer } from './handlers/read-answer.js';
import type { RunningAttempt } from './attempt/running-attempt.js';
import { runCausedBy } from '../support/cause.js';

export interface CallParts {
  readonly handlers: HandlerRegistry;
  /** Null: there is no middleware, and handlers are called directly. */
  readonly middleware: MiddlewareChain | null;
  /** Whether the store logs who causes its changes: those that a handler makes are caused by its execution. Default: false. */
  readonly isLogged?: boolean;
  /** Triggers the event whose data is the output of a handler. If it rejects, the attempt fails. */
  readonly publishOutput: PublishOutput;
}

export type PublishOutput = (
  eventName: string,
  output: JsonValue,
  from: Pick<Execution, 'id' | 'tenant'>,
) => Promise<void>;

/**
 * Finds the handler, lets it check its payload, calls it and reads its answer. Never throws or rejects: whatever happens is an end of
 * the attempt, which is returned without a promise where the handler answers without one.
 */
export function callHandler(attempt: RunningAttempt, parts: CallParts): AttemptEnd | Promise<AttemptEnd> {
  const { execution } = attempt;
  let handler: JobHandler;
  let called: JobHandler;
  try {
    handler = parts.handlers.resolve(execution.type);
    called = handler.delegatesTo?.(execution.type) ?? handler;
  } catch (error) {
    return { kind: 'handler_not_found', error };
  }
  try {
    checkPayload(handler, execution);
  } catch (error) {
    return isRecoverableError(error) ? readThrown(error) : { kind: 'payload_invalid', error };
  }
  const { batch, event } = called;
  if (batch === undefined && event === undefined) return call(handler, attempt, parts);
  return callAndPublish(() => call(handler, attempt, parts), called, attempt, parts);
}

function call(
  handler: JobHandler,
  attempt: RunningAttempt,
  { middleware, isLogged = false }: CallParts,
): AttemptEnd | Promise<AttemptEnd> {
  const { job } = attempt;
  try {
    const answer = isLogged
      ? runCausedBy(`execution:${attempt.executionId}`, () => answerOf(handler, attempt, middleware))
      : answerOf(handler, attempt, middleware);
    return isThenable(answer)
      ? Promise.resolve(answer).then((given) => readAnswer(given, job.type), readThrown)
      : readAnswer(answer, job.type);
  } catch (error) {
    return readThrown(error);
  }
}

function answerOf(handler: JobHandler, attempt: RunningAttempt, middleware: MiddlewareChain | null) {
  const { job } = attempt;
  return middleware === null ? handler.handle(job, attempt) : middleware.call(handler, job, attempt);
}

/** Calls a handler whose output is published as an event, or which works in batches. */
async function callAndPublish(
  callIt: () => AttemptEnd | Promise<AttemptEnd>,
  { event, batch }: Pick<JobHandler, 'event' | 'batch'>,
  attempt: RunningAttempt,
  parts: Pick<CallParts, 'publishOutput'>,
): Promise<AttemptEnd> {
  if (batch !== undefined) emitBatchStart(attempt, batch);
  let end = await callIt();
  // The event is triggered before the success is recorded, so that no crash can lose it; the id of the execution makes it unique.
  if (event !== undefined && end.kind === 'succeeded' && !attempt.signal.aborted) {
    try {
      await parts.publishOutput(event, end.output, attempt.execution);
    } catch (error) {
      end = readThrown(error);
    }
  }
  if (batch === undefined) return end;
  await attempt.flushProgress();
  emitBatchStop(attempt, batch, end);
  return end;
}

function readThrown(error: unknown): AttemptEnd {
  // A result that cannot be is a mistake of the code, which makes it again in the next attempt.
  if (error instanceof ResultInvalid) return { kind: 'failed', error, retry: false, delayMs: null };
  if (!(error instanceof RetryableError)) return { kind: 'failed', error, retry: true, delayMs: null };
  try {
    const delayMs = error.delay === null ? null : toMilliseconds(error.delay, 'delay');
    return { kind: 'failed', error: error.cause, retry: true, delayMs, forceRetry: true };
  } catch (invalid) {
    return { kind: 'failed', error: invalid, retry: false, delayMs: null };
  }
}

export type CheckedWork = Pick<Execution, 'type' | 'payload' | 'metadata'>;

/** Throws PayloadInvalid where the handler refuses the payload, or the handler's own error where that is recoverable. */
export function checkPayload(handler: JobHandler, work: CheckedWork): void {
  if (handler.validate === undefined) return;
  try {
    handler.validate(work.payload, { metadata: work.metadata });
  } catch (error) {
    if (error instanceof PayloadInvalid || isRecoverableError(error)) throw error;
    const problem = `is refused by its handler: ${error instanceof Error ? error.message : String(error)}`;
    throw new PayloadInvalid({ field: 'payload', value: undefined, problem }, { cause: error });
  }
}

/** Whether an error declares that another attempt, perhaps on another node, may succeed. */
function isRecoverableError(error: unknown): boolean {
  return isRecoverable(error) && error.recoverable;
}
