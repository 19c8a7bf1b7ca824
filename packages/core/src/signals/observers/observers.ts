import type { Execution, ExecutionEventName, JobObserver, Logger } from '@scheduler/contracts';
import { ownCopy } from '@scheduler/contracts/adapter';
import { endedAttempt, attemptDurationMs } from '../telemetry/job-message.js';

/** Notifies observers. One that throws or rejects does not affect the others; a notice that no observer wants is not even created. */
export class Observers {
  private readonly byHook: { readonly [THook in Hook]: readonly JobObserver[] };

  constructor(
    observers: readonly JobObserver[],
    private readonly logger: Logger,
  ) {
    const having = (hook: Hook) => observers.filter((observer) => observer[hook] !== undefined);
    this.byHook = {
      beforeJob: having('beforeJob'),
      afterJob: having('afterJob'),
      onEnqueue: having('onEnqueue'),
      onRetry: having('onRetry'),
      onDead: having('onDead'),
    };
  }

  /** Null without observers, so that callers skip the notification altogether. */
  static of(observers: readonly JobObserver[], logger: Logger): Observers | null {
    return observers.length === 0 ? null : new Observers(observers, logger);
  }

  notify(name: ExecutionEventName, executions: readonly Execution[]): void {
    switch (name) {
      case 'scheduler:execution.started':
        return this.each('beforeJob', executions, started);
      case 'scheduler:job.dispatch':
        return this.each('onEnqueue', executions, ifNew);
      case 'scheduler:execution.rescued':
        return this.each('onRetry', executions, ifRetried);
      default:
    }
  }

  notifySettled(execution: Execution): void {
    if (this.byHook.afterJob.length > 0) this.ended(execution);
    if (execution.status === 'pending' && execution.reason?.code === 'retry')
      this.call('onRetry', retryOf(execution));
    if (execution.deadLetter !== null) this.call('onDead', { execution, error: execution.error });
  }

  private ended(execution: Execution): void {
    const attempt = endedAttempt(execution);
    // A lost attempt ran on another node, whose observers are gone.
    if (attempt === null || attempt.status === 'lost') return;
    this.call('afterJob', { execution, error: attempt.error, durationMs: attemptDurationMs(attempt) });
  }

  /** `noticeOf` returns null for an execution that needs no notice. */
  private each<THook extends Hook>(
    hook: THook,
    executions: readonly Execution[],
    noticeOf: (execution: Execution) => Notice<THook> | null,
  ): void {
    if (this.byHook[hook].length === 0) return;
    for (const execution of executions) {
      const notice = noticeOf(execution);
      if (notice !== null) this.call(hook, notice);
    }
  }

  private call<THook extends Hook>(hook: THook, notice: Notice<THook>): void {
    if (this.byHook[hook].length === 0) return;
    // The attempt goes on with its execution, whatever an observer does with what it is told.
    const own = { ...notice, execution: ownCopy(notice.execution) };
    for (const observer of this.byHook[hook]) this.callOne(observer, hook, own);
  }

  private callOne<THook extends Hook>(observer: JobObserver, hook: THook, notice: Notice<THook>): void {
    try {
      const answer: unknown = (observer[hook] as Notify<THook>).call(observer, notice);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.failed(hook, error));
    } catch (error) {
      this.failed(hook, error);
    }
  }

  private failed(hook: Hook, error: unknown): void {
    this.logger.warn('an observer failed', { observer: hook, error: String(error) });
  }
}

function started(execution: Execution): Notice<'beforeJob'> {
  return { execution };
}

/** Only an execution that was never claimed is new in its queue. */
function ifNew(execution: Execution): Notice<'onEnqueue'> | null {
  return execution.fence === 0 ? { execution } : null;
}

function ifRetried(execution: Execution): Notice<'onRetry'> | null {
  // What was lost before its start is run for the first time.
  return execution.status === 'pending' && endedAttempt(execution) !== null ? retryOf(execution) : null;
}

function retryOf(execution: Execution): Notice<'onRetry'> {
  return { execution, attempt: execution.attemptsUsed, error: execution.error };
}

type Hook = keyof JobObserver & string;
type Notice<THook extends Hook> = Parameters<NonNullable<JobObserver[THook]>>[0];
type Notify<THook extends Hook> = (notice: Notice<THook>) => Promise<void> | void;
