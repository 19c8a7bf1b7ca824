import type { Execution, ExecutionEventName, JobRescue, ReasonCode, SkipReason } from '@scheduler/contracts';
import { endedAttempt, jobMessage, attemptDurationMs, startMessage } from './job-message.js';
import { emitStepRetry, emitStepStart } from './emit-workflows.js';
import { telemetry } from './telemetry.js';

type Emit = (node: string, execution: Execution) => void;

/** What is emitted about executions besides the ends of their attempts. */
const EMITTERS: Partial<Record<ExecutionEventName, Emit>> = {
  'scheduler:execution.started': emitStart,
  'scheduler:execution.skipped': emitSkip,
  'scheduler:execution.cancelled': emitCancel,
  'scheduler:execution.rescued': emitRescue,
};

export function emitExecutions(
  name: ExecutionEventName,
  node: string,
  executions: readonly Execution[],
): void {
  const emit = EMITTERS[name];
  if (emit !== undefined) for (const execution of executions) emit(node, execution);
}

/** Emits that an attempt begins. */
export function emitStart(node: string, execution: Execution, startedAt = execution.startedAt): void {
  emitStepStart(execution);
  if (!telemetry.hasSubscribers('scheduler:job:start')) return;
  const { scheduledAt, availableAt } = execution;
  telemetry.emit('scheduler:job:start', () =>
    startMessage(node, execution, {
      scheduledAt: new Date(scheduledAt),
      waitedMs: Math.max(0, (startedAt ?? availableAt).getTime() - availableAt.getTime()),
    }),
  );
}

const SKIPS: ReadonlySet<ReasonCode> = new Set<SkipReason>([
  'unique_conflict',
  'paused',
  'overlap',
  'missed',
  'rate_limited',
  'circuit_open',
  'preempted',
]);

/** Emits that a policy kept an execution from running, for good or for some time. */
export function emitSkip(node: string, execution: Execution): void {
  const { reason, status, availableAt } = execution;
  if (reason === null || !SKIPS.has(reason.code)) return;
  telemetry.emit('scheduler:job:skip', () => ({
    ...jobMessage(node, execution),
    reason: reason.code as SkipReason,
    message: reason.message,
    retryAt: status === 'pending' ? new Date(availableAt) : null,
  }));
}

/** Emits that the limit of a queue keeps a waiting execution from being claimed. */
export function emitHeldBack(
  node: string,
  execution: Execution,
  { queue, retryAt }: { readonly queue: string; readonly retryAt: Date },
): void {
  telemetry.emit('scheduler:job:skip', () => ({
    ...jobMessage(node, execution),
    reason: 'rate_limited',
    message: `the limit of queue ${queue}, or that of all work`,
    retryAt,
  }));
}

function emitCancel(node: string, execution: Execution): void {
  telemetry.emit('scheduler:job:cancel', () => ({
    ...jobMessage(node, execution),
    reason: execution.reason?.message ?? null,
    durationMs: null,
  }));
}

function emitRescue(node: string, execution: Execution): void {
  emitStepRetry(execution);
  telemetry.emit('scheduler:job:rescue', () => {
    const attempt = endedAttempt(execution);
    return {
      ...jobMessage(node, execution),
      stuckDurationMs: attempt === null ? 0 : attemptDurationMs(attempt),
      status: execution.status as JobRescue['status'],
    };
  });
}
