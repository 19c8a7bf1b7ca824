import {
  type Clock,
  type Execution,
  ExecutionInterrupted,
  type ExecutionProgress,
  type Logger,
} from '@scheduler/contracts';
import type { ExecutionRepository, JobQueue, Outcome } from '@scheduler/contracts/adapter';
import type { CircuitRecorder } from '../policies/circuits/circuit-recorder.js';
import type { Deferral } from '../policies/gates/gate.js';
import type { ExecutionEvents } from '../signals/events/execution-events.js';
import { InFlight } from '../support/in-flight.js';
import { AttemptWrites } from './attempt/attempt-writes.js';
import type { LeaseKeeper } from './attempt/lease-keeper.js';
import type { AttemptListener, AttemptServices, RunningAttempt } from './attempt/running-attempt.js';
import { TimeLimits } from './attempt/time-limits.js';
import type { CallParts } from './call-handler.js';
import { type NodeTracing, NO_TRACING } from '../signals/tracing/node-tracing.js';
import { emitBatchProgress } from './emit-batches.js';
import { AttemptPipeline } from './execute.js';
import { outcomeRules, type OutcomeRulesParts } from './outcome/outcome-rules.js';
import type { SettleBuffer } from './settle/settle-buffer.js';

export interface ExecutionEngineParts extends OutcomeRulesParts, CallParts {
  readonly node: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly executions: ExecutionRepository;
  readonly queue: JobQueue;
  readonly events: ExecutionEvents;
  readonly handlers: CallParts['handlers'];
  readonly leases: LeaseKeeper;
  readonly settlements: SettleBuffer;
  /** Default: attempts are not traced. */
  readonly tracing?: NodeTracing;
  readonly circuits: Pick<CircuitRecorder, 'attemptEnded' | 'attemptNotStarted'>;
  /** Throws FeatureNotSupported where the store has no event log. Default: it has one. */
  readonly requireEventLog?: () => void;
  /** Called with every execution that does not run any more, whatever has become of it. */
  readonly onFreed: (execution: Execution) => void;
}

/** Runs claimed executions, or gives them back. `execute.ts` has the steps of an attempt. */
export class ExecutionEngine {
  private readonly unsettled = new InFlight();
  private readonly pipeline: AttemptPipeline;

  constructor(private readonly parts: ExecutionEngineParts) {
    const { executions, logger } = parts;
    const writes = new AttemptWrites({
      executions,
      logger,
      onProgress: (...saved) => this.progress(...saved),
    });
    const rules = outcomeRules(parts);
    const limits = new TimeLimits(parts.clock);
    const services: AttemptServices = {
      node: parts.node,
      clock: parts.clock,
      redact: rules.redact,
      tracing: parts.tracing ?? NO_TRACING,
      requireEventLog: parts.requireEventLog ?? (() => undefined),
      writes,
      watchTimeLimit: (attempt) => limits.watch(attempt),
      stopped: (attempt, end) => void this.pipeline.end(attempt, end),
    };
    const { unsettled } = this;
    parts.leases.onCancelUnstarted((execution, reason) => void this.cancelUnstarted(execution, reason));
    this.pipeline = new AttemptPipeline({
      ...parts,
      rules,
      writes,
      services,
      unsettled,
    });
  }

  /** How many attempts run, or wait for their outcome to be recorded. */
  get unsettledCount(): number {
    return this.unsettled.size;
  }

  /** Runs one attempt. The listener is called as it goes on. */
  start(execution: Execution, listener: AttemptListener): void {
    this.pipeline.start(execution, listener);
  }

  /** The execution as it was settled. Null: the lease was lost, and whatever the handler did is not recorded. */
  execute(execution: Execution): Promise<Execution | null> {
    return new Promise((resolve, reject) =>
      this.start(execution, {
        handled: () => undefined,
        settled: (_, settled) => resolve(settled),
        failed: (_, error) => reject(error),
      }),
    );
  }

  /** Puts claimed executions that were never started back into their queues. */
  async giveBack(executions: readonly Execution[]): Promise<void> {
    await Promise.all(executions.map((execution) => this.putBack(execution, { kind: 'unstarted' })));
  }

  /** Puts a claimed execution that was never started back for some time. */
  defer(execution: Execution, deferral: Deferral): Promise<void> {
    return this.putBack(execution, { kind: 'deferred', ...deferral });
  }

  /** Stops everything that runs here; it goes back to its queue without using up a retry. */
  interruptAll(reason: string): void {
    for (const attempt of this.parts.leases.all()) {
      const error = new ExecutionInterrupted(attempt.executionId, reason);
      attempt.stop({ end: { kind: 'interrupted', reason }, error });
    }
  }

  /** Resolves when the outcome of everything that runs here is recorded or refused. */
  allSettled(): Promise<void> {
    return this.unsettled.idle();
  }

  /** Ends a claimed execution that was cancelled before its start: no attempt took place. */
  private async cancelUnstarted(execution: Execution, reason: string): Promise<void> {
    try {
      await this.putBack(execution, { kind: 'cancelled', reason });
    } catch (error) {
      const { id: executionId } = execution;
      this.parts.logger.warn('a cancellation was not stored', { executionId, error: String(error) });
    }
  }

  private async putBack(execution: Execution, outcome: Outcome): Promise<void> {
    const { leases, circuits, settlements } = this.parts;
    leases.release(execution.id);
    await circuits.attemptNotStarted(execution);
    const settled = await settlements.settle({ execution, outcome, startedAt: null });
    if (settled !== null) await this.pipeline.followUp(settled);
  }

  private progress(attempt: RunningAttempt, progress: ExecutionProgress): void {
    const { batch } = this.parts.handlers.resolve(attempt.execution.type);
    if (batch !== undefined) emitBatchProgress(attempt, batch, progress);
  }
}
