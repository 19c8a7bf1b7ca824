import type { Attempt, Execution } from '@scheduler/contracts';
import { endedAttempt, errorMessage, jobMessage, attemptDurationMs, stopMessage } from './job-message.js';
import { telemetry } from './telemetry.js';
import { emitSkip } from './emit-executions.js';
import { emitStepRetry } from './emit-workflows.js';

/** Emits how an attempt ended, or that it never began because a policy deferred it. */
export function emitSettled(node: string, execution: Execution): void {
  const attempt = endedAttempt(execution);
  if (attempt === null) emitSkip(node, execution);
  else emitEnd(node, execution, attempt);
  if (execution.deadLetter !== null) emitDeadLetter(node, execution);
}

function emitEnd(node: string, execution: Execution, attempt: Attempt): void {
  switch (attempt.status) {
    case 'success':
    case 'snoozed':
    case 'interrupted':
      return emitStop(node, execution, attempt);
    case 'failed':
    case 'timeout':
    case 'lost':
      return emitException(node, execution, attempt);
    case 'cancelled':
    case 'discarded':
      return emitEndByRequest(node, execution, attempt);
    case 'skipped':
      return emitSkip(node, execution);
  }
}

function emitStop(node: string, execution: Execution, attempt: Attempt): void {
  if (!telemetry.hasSubscribers('scheduler:job:stop')) return;
  const outcome = attempt.status as 'success' | 'snoozed' | 'interrupted';
  const durationMs = attemptDurationMs(attempt);
  telemetry.emit('scheduler:job:stop', () =>
    stopMessage(node, execution, { attempt: numberOf(execution, attempt), durationMs, outcome }),
  );
}

function emitException(node: string, execution: Execution, attempt: Attempt): void {
  emitStepRetry(execution);
  telemetry.emit('scheduler:job:exception', () => ({
    ...attemptMessage(node, execution, attempt),
    durationMs: attemptDurationMs(attempt),
    error: errorMessage(attempt.error),
    status: attempt.status === 'timeout' ? 'timeout' : 'failed',
    retryAt: execution.status === 'pending' ? new Date(execution.availableAt) : null,
    deadLetter: execution.deadLetter !== null,
  }));
  if (execution.reason?.code === 'retries_exhausted') emitDiscard(node, execution, attempt);
}

/** Its retries are used up: it is given up. */
function emitDiscard(node: string, execution: Execution, attempt: Attempt): void {
  telemetry.emit('scheduler:job:discard', () => ({
    ...attemptMessage(node, execution, attempt),
    reason: 'retries_exhausted',
    durationMs: attemptDurationMs(attempt),
  }));
}

function emitEndByRequest(node: string, execution: Execution, attempt: Attempt): void {
  const name = attempt.status === 'discarded' ? 'scheduler:job:discard' : 'scheduler:job:cancel';
  telemetry.emit(name, () => ({
    ...attemptMessage(node, execution, attempt),
    reason: execution.reason?.message ?? null,
    durationMs: attemptDurationMs(attempt),
  }));
}

function emitDeadLetter(node: string, execution: Execution): void {
  telemetry.emit('scheduler:dead_letter:insert', () => ({
    ...jobMessage(node, execution),
    deadLetterQueue: execution.deadLetter?.queue ?? '',
    error: errorMessage(execution.error),
    errorClass: execution.error?.errorClass ?? null,
    attempts: execution.attemptsUsed,
  }));
}

/** A snooze or an interruption does not count as an attempt; the message still has the number of the attempt that it was. */
function numberOf({ attemptsUsed }: Execution, { status }: Attempt): number {
  return status === 'snoozed' || status === 'interrupted' ? attemptsUsed + 1 : attemptsUsed;
}

function attemptMessage(node: string, execution: Execution, attempt: Attempt) {
  return { ...jobMessage(node, execution), attempt: numberOf(execution, attempt) };
}
