import type { Execution, ExecutionEventName, JobObserver, Logger } from '@scheduler/contracts';
import { endedAttempt, attemptDurationMs } from '../telemetry/job-message.js';

/** Tells observers what happened. One that throws, or rejects, disturbs nobody; what nobody wants to know is not even made. */
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

  /** Null where nobody observes, so that nothing is asked on the way. */
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
    // A lost attempt ran elsewhere: whoever was told of its start is gone.
    if (attempt === null || attempt.status === 'lost') return;
    this.call('afterJob', { execution, error: attempt.error, durationMs: attemptDurationMs(attempt) });
  }

  /** Null: of that one there is nothing to tell. */
  private each<THook extends Hook>(
    hook: THook,
    executions: readonly Execution[],
    told: (execution: Execution) => Notice<THook> | null,
  ): void {
    if (this.byHook[hook].length === 0) return;
    for (const execution of executions) {
      const about = told(execution);
      if (about !== null) this.call(hook, about);
    }
  }

  private call<THook extends Hook>(hook: THook, told: Notice<THook>): void {
    for (const observer of this.byHook[hook]) this.callOne(observer, hook, told);
  }

  private callOne<THook extends Hook>(observer: JobObserver, hook: THook, told: Notice<THook>): void {
    try {
      const answer: unknown = (observer[hook] as Notify<THook>).call(observer, told);
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

/** Only what was never claimed is new in its queue. */
function ifNew(execution: Execution): Notice<'onEnqueue'> | null {
  return execution.fence === 0 ? { execution } : null;
}

function ifRetried(execution: Execution): Notice<'onRetry'> | null {
  return execution.status === 'pending' ? retryOf(execution) : null;
}

function retryOf(execution: Execution): Notice<'onRetry'> {
  return { execution, attempt: execution.attemptsUsed, error: execution.error };
}

type Hook = keyof JobObserver & string;
type Notice<THook extends Hook> = Parameters<NonNullable<JobObserver[THook]>>[0];
type Notify<THook extends Hook> = (told: Notice<THook>) => Promise<void> | void;
