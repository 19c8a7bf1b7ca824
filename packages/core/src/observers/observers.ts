import type { Execution, JobObserver, Logger } from '@scheduler/contracts';
import type { ExecutionEventName } from '../events/execution-events.js';
import { endedAttempt, lastedMs } from '../telemetry/job-message.js';

/** Tells observers what happened. One that throws, or rejects, disturbs nobody. */
export class Observers {
  constructor(
    private readonly observers: readonly JobObserver[],
    private readonly logger: Logger,
  ) {}

  /** Null where nobody observes, so that nothing is asked on the way. */
  static of(observers: readonly JobObserver[], logger: Logger): Observers | null {
    return observers.length === 0 ? null : new Observers(observers, logger);
  }

  told(name: ExecutionEventName, executions: readonly Execution[]): void {
    for (const execution of executions) {
      if (name === 'scheduler:execution.started') this.call('beforeJob', { execution });
      // Only what was never claimed is new in its queue.
      if (name === 'scheduler:job.dispatch' && execution.fence === 0) this.call('onEnqueue', { execution });
      if (name === 'scheduler:execution.rescued' && execution.status === 'pending') this.retried(execution);
    }
  }

  settled(execution: Execution): void {
    const attempt = endedAttempt(execution);
    // A lost attempt ran elsewhere: whoever was told of its start is gone.
    if (attempt !== null && attempt.status !== 'lost')
      this.call('afterJob', { execution, error: attempt.error, durationMs: lastedMs(attempt) });
    if (execution.status === 'pending' && execution.reason?.code === 'retry') this.retried(execution);
    if (execution.deadLetter !== null) this.call('onDead', { execution, error: execution.error });
  }

  private retried(execution: Execution): void {
    this.call('onRetry', { execution, attempt: execution.tries, error: execution.error });
  }

  private call<THook extends Hook>(hook: THook, told: Told<THook>): void {
    for (const observer of this.observers) {
      const tell = observer[hook] as ((told: Told<THook>) => Promise<void> | void) | undefined;
      if (tell !== undefined) this.callOne(hook, () => tell.call(observer, told));
    }
  }

  private callOne(hook: string, call: () => Promise<void> | void): void {
    const failed = (error: unknown) =>
      this.logger.warn('an observer failed', { observer: hook, error: String(error) });
    try {
      const answer: unknown = call();
      if (answer instanceof Promise) answer.catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}

type Hook = keyof JobObserver & string;
type Told<THook extends Hook> = Parameters<NonNullable<JobObserver[THook]>>[0];
