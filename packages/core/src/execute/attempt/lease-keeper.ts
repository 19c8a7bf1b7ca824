import { type Clock, ExecutionCancelled, LeaseLost, type Logger } from '@scheduler/contracts';
import {
  type ExecutionRepository,
  type Lease,
  type LeaseState,
  OutageLog,
} from '@scheduler/contracts/adapter';
import { Loop } from '../../support/loop.js';
import { loggedFailures } from '../../support/logged-failures.js';
import type { RunningAttempt } from './running-attempt.js';

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

/** Keeps the leases of this node alive, and gives them up by itself when the store is out of reach. */
export class LeaseKeeper {
  private readonly attempts = new Map<string, RunningAttempt>();
  /** The leases of claimed executions that wait for a free slot. */
  private readonly waiting = new Map<string, Lease & { confirmedAtMs: number }>();
  private readonly loop: Loop;
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
    return this.loop.stop();
  }

  add(attempt: RunningAttempt): void {
    const waited = this.waiting.get(attempt.executionId);
    if (waited !== undefined) {
      attempt.confirmedAtMs = waited.confirmedAtMs;
      this.waiting.delete(attempt.executionId);
    }
    this.attempts.set(attempt.executionId, attempt);
  }

  /** Keeps the lease of an execution that waits in this process for a free slot. */
  hold(lease: Lease): void {
    this.waiting.set(lease.executionId, {
      executionId: lease.executionId,
      fence: lease.fence,
      confirmedAtMs: this.options.clock.monotonicMs(),
    });
  }

  /** Whether the lease of a waiting execution is still ours, as far as we know. */
  holds(executionId: string): boolean {
    return this.waiting.has(executionId);
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

  /** Asks a running attempt to stop. False: the execution does not run here. */
  cancel(executionId: string, reason: string): boolean {
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
    for (const lease of this.waiting.values())
      if (lease.confirmedAtMs <= confirmedBeforeMs) this.waiting.delete(lease.executionId);
  }

  /** Renews all leases of this node in one statement. */
  async heartbeat(): Promise<void> {
    // A handler that completes in its own transaction has locked the row, and this statement would wait for the end of it.
    const held = [...this.attempts.values()].filter((attempt) => !attempt.isStopped && !attempt.isCompleting);
    const leases = [...held, ...this.waiting.values()].map(({ executionId, fence }) => ({
      executionId,
      fence,
    }));
    if (leases.length === 0) return;
    this.beating = true;
    const { clock, logger } = this.options;
    const outages = OutageLog.of(logger, clock);
    const sentAtMs = clock.monotonicMs();
    try {
      const states = await this.options.executions.heartbeat({
        leases,
        leaseMs: this.options.lease.durationMs,
      });
      outages.worked('heartbeat');
      states.forEach((state, index) => this.confirm(state, leases[index]?.fence ?? 0, sentAtMs));
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

  private confirm({ executionId, held, cancelRequest }: LeaseState, fence: number, sentAtMs: number): void {
    const waiting = this.waiting.get(executionId);
    if (waiting?.fence === fence) {
      if (held) waiting.confirmedAtMs = sentAtMs;
      else this.waiting.delete(executionId);
    }
    const attempt = this.attempts.get(executionId);
    if (attempt?.fence !== fence) return;
    if (held) attempt.confirmedAtMs = sentAtMs;
    else lose(attempt);
    if (cancelRequest !== null) this.cancel(executionId, cancelRequest);
  }
}

function lose(attempt: RunningAttempt): void {
  attempt.stop({ end: { kind: 'lost' }, error: new LeaseLost(attempt.executionId, attempt.fence) });
}
