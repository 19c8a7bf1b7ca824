import {
  type BusEvent,
  type Clock,
  type EventBus,
  type Execution,
  type ExecutionEventData,
  type ExecutionEventName,
  traceIdsOf,
} from '@scheduler/contracts';
import type { Observers } from '../observers/observers.js';
import { emitExecutions, emitStart } from '../telemetry/emit-executions.js';
import { errorMessage } from '../telemetry/job-message.js';
import { emitSettled } from '../telemetry/emit-settled.js';
import { telemetry } from '../telemetry/telemetry.js';

const STARTED = 'scheduler:execution.started';
const START_CHANNELS = ['scheduler:job:start', 'scheduler:workflow:step:start'] as const;

export interface ExecutionEventsParts {
  readonly node: string;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** Null: nobody observes. */
  readonly observers: Observers | null;
}

/** Notifies observers, emits telemetry and publishes to the bus what happened to executions, after it was committed. It costs nothing without listeners. */
export class ExecutionEvents {
  constructor(private readonly parts: ExecutionEventsParts) {}

  publish(name: ExecutionEventName, executions: readonly Execution[]): void {
    if (executions.length === 0) return;
    const { node, observers } = this.parts;
    emitExecutions(name, node, executions);
    observers?.notify(name, executions);
    this.send(name, executions);
  }

  /** Publishes that a handler starts. What is published says when that is; without listeners nothing is made for it. */
  publishStarted(attempt: { readonly execution: Execution; readonly startedByStore: Date }): void {
    const { bus, observers } = this.parts;
    if (observers === null && !bus.wants(STARTED)) {
      // Metrics hear of every start, so that nothing is copied for them.
      if (START_CHANNELS.some(telemetry.hasSubscribers))
        emitStart(this.parts.node, attempt.execution, attempt.startedByStore);
      return;
    }
    this.publish(STARTED, [{ ...attempt.execution, startedAt: attempt.startedByStore }]);
  }

  /** Publishes how an attempt ended, or that the execution was put back without being started. */
  publishSettled(execution: Execution): void {
    const { node, observers } = this.parts;
    emitSettled(node, execution);
    observers?.notifySettled(execution);
    this.send(EVENT_OF_STATUS[execution.status] ?? failedUnlessPutBack(execution), [execution]);
    const end = END_OF_STATUS[execution.status];
    if (end !== undefined) this.send(end, [execution]);
  }

  private send(name: ExecutionEventName, executions: readonly Execution[]): void {
    const { bus, clock, onError } = this.parts;
    if (!bus.wants(name)) return;
    const at = clock.now();
    const events = executions.map((execution): BusEvent => ({
      name,
      at,
      tenant: execution.tenant,
      data: dataOf(execution),
    }));
    bus.publish({ events }).catch(onError);
  }
}

const EVENT_OF_STATUS: Partial<Record<Execution['status'], ExecutionEventName>> = {
  success: 'scheduler:execution.completed',
  failed: 'scheduler:execution.failed',
  timeout: 'scheduler:execution.failed',
  cancelled: 'scheduler:execution.cancelled',
  skipped: 'scheduler:execution.skipped',
};

/** The end of the work, after its last attempt. */
const END_OF_STATUS: Partial<Record<Execution['status'], ExecutionEventName>> = {
  success: 'scheduler:job.completed',
  failed: 'scheduler:job.failed',
  timeout: 'scheduler:job.failed',
};

function failedUnlessPutBack(execution: Execution): ExecutionEventName {
  return execution.reason?.code === 'retry' ? 'scheduler:execution.failed' : 'scheduler:job.dispatch';
}

const HANDLER_TYPES: Readonly<Record<string, 'agent' | 'workflow'>> = {
  dispatch_agent: 'agent',
  trigger_workflow: 'workflow',
};

function dataOf(execution: Execution): ExecutionEventData {
  const willRetry = execution.status === 'pending' && execution.attemptsUsed > 0;
  return {
    executionId: execution.id,
    jobId: execution.jobId,
    jobName: execution.jobName,
    type: execution.type,
    queue: execution.queue,
    attempt: execution.attemptsUsed,
    status: execution.status,
    handlerType: HANDLER_TYPES[execution.type] ?? 'function',
    timeoutMs: execution.policy.timeoutMs,
    traceId: traceIdsOf(execution).traceId,
    startedAt: execution.startedAt?.toISOString() ?? null,
    durationMs: execution.durationMs,
    outputBytes: execution.output === null ? null : Buffer.byteLength(JSON.stringify(execution.output)),
    error: errorMessage(execution.error),
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
