import {
  DEADLINE_STEP,
  type Execution,
  hasWorkflowEnded,
  maxAttempts,
  readStepType,
  type StepMessage,
  type WorkflowEnded,
  type WorkflowFailed,
  type WorkflowMessage,
  type WorkflowRun,
  type WorkflowStepState,
} from '@scheduler/contracts';
import type { WorkflowChange } from '@scheduler/contracts/adapter';
import { endedAttempt, errorMessage } from './job-message.js';
import { telemetry } from './telemetry.js';

type RunChange = Extract<WorkflowChange, { readonly kind: 'run' }>;

/** Emits what has changed in a run. The start of a step and its retries are emitted by its execution. */
export function emitWorkflowChange(change: WorkflowChange): void {
  const { run } = change;
  if (change.kind === 'run') emitRun(change);
  else {
    const state = run.steps[change.step];
    if (state === undefined) return;
    if (change.kind === 'step') emitStep(run, change.step, state);
    else emitRollback(run, change.step, state);
  }
}

function emitRun({ run, from }: RunChange): void {
  const { status } = run;
  if (from === 'paused' && status === 'running')
    return telemetry.emit('scheduler:workflow:resume', () => workflowMessage(run));
  if (from === null || status === 'running')
    telemetry.emit('scheduler:workflow:start', () => ({
      ...workflowMessage(run),
      parentId: run.parent?.runId ?? null,
      round: run.round,
    }));
  if (status === 'paused') telemetry.emit('scheduler:workflow:pause', () => workflowMessage(run));
  if (from === 'running' || from === 'paused') emitStop(run);
  if (hasWorkflowEnded(status)) emitEnd(run);
}

/** Emits why a run begins to stop. It may have ended in the same step. */
function emitStop(run: WorkflowRun): void {
  const { stop } = run;
  if (stop === null) return;
  const { cause, step, reason, rollback } = stop;
  if (cause === 'failure' || cause === 'deadline')
    telemetry.emit('scheduler:workflow:exception', () => ({ ...workflowMessage(run), cause, step, reason }));
  else
    telemetry.emit('scheduler:workflow:cancel', () => ({ ...workflowMessage(run), cause, reason, rollback }));
}

function emitEnd(run: WorkflowRun): void {
  const { status, createdAt, endedAt, stop } = run;
  const durationMs = (endedAt ?? createdAt).getTime() - createdAt.getTime();
  if (status === 'failed' || status === 'compensation_failed')
    telemetry.emit('scheduler:workflow:fail', () => ({
      ...workflowMessage(run),
      status: status satisfies WorkflowFailed['status'],
      reason: stop?.reason ?? null,
      durationMs,
    }));
  else
    telemetry.emit('scheduler:workflow:stop', () => ({
      ...workflowMessage(run),
      status: status as WorkflowEnded['status'],
      durationMs,
    }));
}

function emitStep(run: WorkflowRun, step: string, state: WorkflowStepState): void {
  const message = () => stepMessage(run, step, state.executionId);
  const verdict = state.verdict ?? null;
  const durationMs = durationOf(state);
  switch (state.status) {
    case 'succeeded':
      return telemetry.emit('scheduler:workflow:step:stop', () => ({
        ...message(),
        outcome: 'succeeded',
        durationMs,
      }));
    case 'cancelled':
      // One that never became active has not been started, and does not stop.
      if (state.activeSince === undefined) return;
      return telemetry.emit('scheduler:workflow:step:stop', () => ({
        ...message(),
        outcome: 'cancelled',
        durationMs,
      }));
    case 'failed':
      return telemetry.emit('scheduler:workflow:step:exception', () => ({
        ...message(),
        error: state.error ?? null,
        verdict,
        durationMs,
      }));
    case 'skipped':
      return telemetry.emit('scheduler:workflow:step:skip', () => ({ ...message(), verdict }));
    case 'waiting':
    case 'active':
  }
}

function emitRollback(run: WorkflowRun, step: string, { undo }: WorkflowStepState): void {
  if (undo === undefined) return;
  const message = () => stepMessage(run, step, undo.executionId);
  const durationMs = durationOf(undo);
  if (undo.status === 'active') telemetry.emit('scheduler:workflow:rollback:start', message);
  if (undo.status === 'done')
    telemetry.emit('scheduler:workflow:rollback:stop', () => ({ ...message(), durationMs }));
  if (undo.status === 'failed')
    telemetry.emit('scheduler:workflow:rollback:exception', () => ({
      ...message(),
      error: undo.error ?? null,
      durationMs,
    }));
}

/** Emits that the execution of a step starts for the first time. */
export function emitStepStart(execution: Execution): void {
  if (execution.attempts.length > 0 || !isStepItself(execution)) return;
  telemetry.emit('scheduler:workflow:step:start', () => executionMessage(execution));
}

/** Emits that the execution of a step is tried again. */
export function emitStepRetry(execution: Execution): void {
  if (execution.status !== 'pending' || !isStepItself(execution)) return;
  const attempt = endedAttempt(execution);
  const isRetried =
    attempt?.status === 'failed' || attempt?.status === 'timeout' || attempt?.status === 'lost';
  if (!isRetried) return;
  telemetry.emit('scheduler:workflow:step:retry', () => ({
    ...executionMessage(execution),
    attempt: execution.attemptsUsed,
    maxAttempts: maxAttempts(execution),
    error: errorMessage(attempt.error),
    retryAt: new Date(execution.availableAt),
  }));
}

/** Items of a map, conditions and rollbacks are executions of a step too, but are not the step itself. The timer of a deadline is no step. */
function isStepItself({ workflow }: Execution): boolean {
  if (workflow === null || workflow.step === DEADLINE_STEP) return false;
  return workflow.index === null && workflow.phase === 'run';
}

function executionMessage({ id, type, tenant, workflow }: Execution): StepMessage {
  return {
    runId: workflow?.run ?? id,
    rootId: workflow?.root ?? id,
    workflow: readStepType(type)?.workflow ?? type,
    tenant,
    step: workflow?.step ?? type,
    executionId: id,
  };
}

function workflowMessage({ id, rootId, name, tenant }: WorkflowRun): WorkflowMessage {
  return { runId: id, rootId, workflow: name, tenant };
}

function stepMessage(run: WorkflowRun, step: string, executionId: string | undefined): StepMessage {
  return { ...workflowMessage(run), step, executionId: executionId ?? null };
}

function durationOf({ activeSince, endedAt }: Pick<WorkflowStepState, 'activeSince' | 'endedAt'>): number {
  return activeSince === undefined || endedAt === undefined ? 0 : endedAt - activeSince;
}
