import { type Clock, type Execution, ExecutionCancelled, LeaseLost, type Logger } from '@scheduler/contracts';
import {
  type ExecutionRepository,
  type HeldLease,
  type LeaseState,
  OutageLog,
} from '@scheduler/contracts/adapter';
import { Loop } from '../../support/loop.js';
import { loggedFailures } from '../../support/logged-failures.js';
import type { RunningAttempt } from './running-attempt.js';
import { StartConfirmations } from './start-confirmations.js';

export interface LeaseTimes {
  readonly durationMs: number;
  readonly heartbeatMs: number;
  readonly selfAbortMs: number;
}

export interface LeaseKeeperOptions {
  readonly executions: ExecutionRepository;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lease: LeaseTimes;
}

/** How often leases are checked between two heartbeats. */
const LOOKS_PER_HEARTBEAT = 5;

/** A claimed execution that waits for a free slot. */
interface WaitingClaim {
  readonly execution: Execution;
  /** Monotonic time at which the claim was answered. */
  readonly heldAtMs: number;
  /** Monotonic time of the call by which the store last confirmed the lease. */
  confirmedAtMs: number;
}

type CancelUnstarted = (execution: Execution, reason: string) => void;

/** Keeps the leases of this node alive, and gives them up by itself when the store is out of reach. */
export class LeaseKeeper {
  private readonly attempts = new Map<string, RunningAttempt>();
  private readonly waiting = new Map<string, WaitingClaim>();
  private readonly loop: Loop;
  private readonly starts: StartConfirmations;
  private cancelUnstarted: CancelUnstarted | null = null;
  private started = false;
  private beating = false;
  private nextBeatMs = 0;

  constructor(private readonly options: LeaseKeeperOptions) {
    this.loop = new Loop({
      clock: options.clock,
      tick: () => this.look(),
      ...loggedFailures({ ...options, activity: 'leases', message: 'looking after the leases failed' }),
      retryMs: options.lease.heartbeatMs / LOOKS_PER_HEARTBEAT,
    });
    this.starts = new StartConfirmations({
      ...options,
      attempts: () => this.attempts.values(),
      confirm: (attempts) => this.renew(attempts.map(leaseOf)),
    });
  }

  /** Sets what happens to an execution that is cancelled while it waits here for a slot. */
  onCancelUnstarted(cancel: CancelUnstarted): void {
    this.cancelUnstarted = cancel;
  }

  get size(): number {
    return this.attempts.size;
  }

  /** Does nothing if it was started already. */
  start(): void {
    if (this.started) return;
    this.started = true;
    this.nextBeatMs = this.options.clock.monotonicMs() + this.options.lease.heartbeatMs;
    this.loop.start();
  }

  stop(): Promise<void> {
    this.started = false;
    this.starts.stop();
    return this.loop.stop();
  }

  add(attempt: RunningAttempt): void {
    const waited = this.waiting.get(attempt.executionId);
    if (waited !== undefined) {
      attempt.confirmedAtMs = waited.confirmedAtMs;
      attempt.waitedMs = attempt.beganAtMs - waited.heldAtMs;
      this.waiting.delete(attempt.executionId);
    }
    this.attempts.set(attempt.executionId, attempt);
  }

  /** Keeps the leases of executions that wait in this process for a free slot. `askedAtMs`: monotonic time of the call that claimed them. */
  hold(executions: readonly Execution[], askedAtMs = this.options.clock.monotonicMs()): void {
    const heldAtMs = this.options.clock.monotonicMs();
    for (const execution of executions)
      this.waiting.set(execution.id, { execution, heldAtMs, confirmedAtMs: askedAtMs });
  }

  /** Called when a handler goes on after its call. */
  watchStart(): void {
    this.starts.watch();
  }

  /** Tells the store that the handler starts now, and waits for it. Rejects where the store is out of reach; a lost lease stops the attempt. */
  confirmStart(attempt: RunningAttempt): Promise<void> {
    return this.renew([leaseOf(attempt)]);
  }

  /** Whether the lease of a waiting execution is still ours, as far as we know. */
  holds(executionId: string): boolean {
    return this.waiting.has(executionId);
  }

  /** Without those that were cancelled here, or whose lease was lost, while they waited. */
  heldOf(executions: readonly Execution[]): readonly Execution[] {
    return executions.filter(({ id }) => this.waiting.has(id));
  }

  release(executionId: string): void {
    this.waiting.delete(executionId);
  }

  get(executionId: string): RunningAttempt | undefined {
    return this.attempts.get(executionId);
  }

  all(): readonly RunningAttempt[] {
    return [...this.attempts.values()];
  }

  delete(attempt: RunningAttempt): void {
    if (this.attempts.get(attempt.executionId) === attempt) this.attempts.delete(attempt.executionId);
  }

  /** Asks a running attempt to stop, and ends an execution that waits for its slot. False: the execution is not here. */
  cancel(executionId: string, reason: string): boolean {
    const waiting = this.waiting.get(executionId);
    if (waiting !== undefined && this.cancelUnstarted !== null) {
      this.waiting.delete(executionId);
      this.cancelUnstarted(waiting.execution, reason);
      return true;
    }
    const attempt = this.attempts.get(executionId);
    attempt?.stop({ end: { kind: 'cancelled', reason }, error: new ExecutionCancelled(executionId, reason) });
    return attempt !== undefined;
  }

  private async look(): Promise<number> {
    const { clock, lease } = this.options;
    this.abortUnconfirmed(clock.monotonicMs() - lease.selfAbortMs);
    if (clock.monotonicMs() >= this.nextBeatMs && !this.beating) {
      this.nextBeatMs = clock.monotonicMs() + lease.heartbeatMs;
      // Not awaited: a store that does not answer must not keep us from giving up.
      void this.heartbeat();
    }
    return lease.heartbeatMs / LOOKS_PER_HEARTBEAT;
  }

  /** A lease that was not confirmed for so long may expire soon: its attempt is stopped before that. */
  private abortUnconfirmed(confirmedBeforeMs: number): void {
    for (const attempt of this.attempts.values())
      if (attempt.confirmedAtMs <= confirmedBeforeMs) lose(attempt);
    for (const { execution, confirmedAtMs } of this.waiting.values())
      if (confirmedAtMs <= confirmedBeforeMs) this.waiting.delete(execution.id);
  }

  /** Renews all leases of this node in one statement. */
  async heartbeat(): Promise<void> {
    // A handler that completes in its own transaction has locked the row, and this statement would wait for the end of it.
    const held = [...this.attempts.values()].filter((attempt) => !attempt.isLetGo && !attempt.isCompleting);
    const waiting = [...this.waiting.values()].map(({ execution: { id, fence } }) => ({
      executionId: id,
      fence,
    }));
    const leases = [...held.map(leaseOf), ...waiting];
    if (leases.length === 0) return;
    this.beating = true;
    const { clock, logger } = this.options;
    const outages = OutageLog.of(logger, clock);
    const sentAtMs = clock.monotonicMs();
    try {
      await this.renew(leases);
      outages.worked('heartbeat');
    } catch (error) {
      // The next check repeats it: there may be time for one more heartbeat before the leases have to be given up.
      this.nextBeatMs = sentAtMs;
      outages.failed({
        activity: 'heartbeat',
        message: 'heartbeat failed',
        level: 'warn',
        fields: { leases: leases.length },
        error,
      });
    } finally {
      this.beating = false;
    }
  }

  private async renew(leases: readonly HeldLease[]): Promise<void> {
    const { clock, executions, lease } = this.options;
    const sentAtMs = clock.monotonicMs();
    const states = await executions.heartbeat({ leases, leaseMs: lease.durationMs });
    states.forEach((state, index) => {
      const renewed = leases[index];
      if (renewed !== undefined) this.confirm(state, renewed, sentAtMs);
    });
  }

  private confirm({ held, cancelRequest }: LeaseState, lease: HeldLease, sentAtMs: number): void {
    const { executionId, fence } = lease;
    const waiting = this.waiting.get(executionId);
    const attempt = this.attempts.get(executionId);
    if (waiting?.execution.fence === fence) {
      if (held) waiting.confirmedAtMs = sentAtMs;
      else this.waiting.delete(executionId);
    } else if (attempt?.fence === fence) {
      if (!held) return lose(attempt);
      attempt.confirmedAtMs = sentAtMs;
      if (lease.startedAt !== undefined) attempt.isStartConfirmed = true;
    } else return;
    if (cancelRequest !== null) this.cancel(executionId, cancelRequest);
  }
}

function leaseOf(attempt: RunningAttempt): HeldLease {
  const { executionId, fence } = attempt;
  if (attempt.isStartConfirmed) return { executionId, fence };
  return { executionId, fence, startedAt: attempt.startedByStore };
}

function lose(attempt: RunningAttempt): void {
  attempt.stop({ end: { kind: 'lost' }, error: new LeaseLost(attempt.executionId, attempt.fence) });
}
