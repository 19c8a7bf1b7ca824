import type {
  BusEvent,
  Clock,
  EventBus,
  Execution,
  ExecutionEventData,
  SchedulerEventName,
} from '@scheduler/contracts';

export type ExecutionEventName = Extract<
  SchedulerEventName,
  `scheduler:execution.${string}` | 'scheduler:job.dispatch'
>;

/** Tells what happened to executions, after it was committed. Free when nobody listens. */
export class ExecutionEvents {
  constructor(
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  tell(name: ExecutionEventName, executions: readonly Execution[]): void {
    if (executions.length === 0 || !this.bus.wants(name)) return;
    const at = this.clock.now();
    const events = executions.map((execution): BusEvent => ({
      name,
      at,
      tenant: execution.tenant,
      data: dataOf(execution),
    }));
    this.bus.publish({ events }).catch(this.onError);
  }

  /** The event that fits how an attempt ended. */
  tellSettled(execution: Execution): void {
    this.tell(EVENT_OF_STATUS[execution.status] ?? failedUnlessPutBack(execution), [execution]);
  }
}

const EVENT_OF_STATUS: Partial<Record<Execution['status'], ExecutionEventName>> = {
  success: 'scheduler:execution.completed',
  failed: 'scheduler:execution.failed',
  timeout: 'scheduler:execution.failed',
  cancelled: 'scheduler:execution.cancelled',
  skipped: 'scheduler:execution.skipped',
};

function failedUnlessPutBack(execution: Execution): ExecutionEventName {
  return execution.reason?.code === 'retry' ? 'scheduler:execution.failed' : 'scheduler:job.dispatch';
}

function dataOf(execution: Execution): ExecutionEventData {
  const willRetry = execution.status === 'pending' && execution.tries > 0;
  return {
    executionId: execution.id,
    jobId: execution.jobId,
    jobName: execution.jobName,
    type: execution.type,
    queue: execution.queue,
    attempt: execution.tries,
    status: execution.status,
    durationMs: execution.durationMs,
    reason:
      execution.cancelRequest ??
      execution.error?.message ??
      execution.reason?.message ??
      execution.reason?.code ??
      null,
    willRetry,
    nextRetryAt: willRetry ? execution.availableAt.toISOString() : null,
  };
}
