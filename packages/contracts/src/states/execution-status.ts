import { StateMachine } from './state-machine.js';

/**
 * - `pending`: waits in its queue, for the first time or for a retry
 * - `running`: an attempt holds the lease
 * - `success`, `failed`, `timeout`, `cancelled`: how the last attempt ended
 * - `skipped`: never ran; the reason says why
 */
export type ExecutionStatus =
  'pending' | 'running' | 'success' | 'failed' | 'timeout' | 'cancelled' | 'skipped';

export const executionStatuses = new StateMachine<ExecutionStatus>(
  'execution',
  {
    pending: ['running', 'cancelled', 'skipped'],
    running: ['pending', 'success', 'failed', 'timeout', 'cancelled', 'skipped'],
    success: [],
    failed: [],
    timeout: [],
    cancelled: [],
    skipped: [],
  },
  ['pending'],
);

/** Why an execution has its status. */
export type ReasonCode =
  | 'cancelled'
  | 'circuit_open'
  | 'corrupt'
  | 'discarded'
  | 'handler_not_found'
  | 'interrupted'
  | 'lease_expired'
  | 'missed'
  | 'no_retry'
  | 'overlap'
  | 'paused'
  | 'payload_invalid'
  | 'preempted'
  | 'rate_limited'
  | 'retries_exhausted'
  | 'retry'
  | 'snoozed'
  | 'unique_conflict';

export interface Reason {
  readonly code: ReasonCode;
  /** The words of the person or handler that gave the reason. Null: the code is enough. */
  readonly message: string | null;
}
