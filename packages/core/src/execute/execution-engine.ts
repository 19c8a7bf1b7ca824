import {
  type Clock,
  type Execution,
  ExecutionInterrupted,
  type ExecutionProgress,
  type Logger,
} from '@scheduler/contracts';
import type { ExecutionRepository, JobQueue, Outcome } from '@scheduler/contracts/adapter';
import type { CircuitRecorder } from '../policies/circuits/circuit-recorder.js';
import { announce } from '../signals/announce.js';
import type { ExecutionEvents } from '../signals/events/execution-events.js';
import type { Deferral } from '../policies/gates/gate.js';
import type { HandlerRegistry } from './handlers/handler-registry.js';
import type { MiddlewareChain } from './middleware/middleware-chain.js';
import { emitBatchProgress } from './emit-batches.js';
import { InFlight } from '../support/in-flight.js';
import type { AttemptEnd } from '../policies/failures/attempt-end.js';
import { type AttemptFollower, untilSettled } from './attempt/attempt-follower.js';
import { callHandler, type PublishOutput } from './call-handler.js';
import { decideOutcome, type OutcomeRules } from './outcome/decide-outcome.js';
import { outcomeRules, type OutcomeRulesParts } from './outcome/outcome-rules.js';
import { isThenable } from './handlers/read-answer.js';
import { type Recorder, Recording } from './settle/recording.js';
import { type AttemptHost, RunningAttempt } from './attempt/running-attempt.js';
import type { LeaseKeeper } from './attempt/lease-keeper.js';
import type { SettleBuffer } from './settle/settle-buffer.js';
import { TimeLimits } from './attempt/time-limits.js';

export interface ExecutionEngineParts extends OutcomeRulesParts {
  readonly node: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly executions: ExecutionRepository;
  readonly queue: JobQueue;
  readonly events: ExecutionEvents;
  readonly handlers: HandlerRegistry;
  readonly running: LeaseKeeper;
  readonly settlements: SettleBuffer;
  /** Null: handlers are called directly. */
  readonly middleware: MiddlewareChain | null;
  /** Triggers the event that the output of a handler is. */
  readonly publishOutput: PublishOutput;
  /** Told how attempts with a circuit ended. */
  readonly circuits: Pick<CircuitRecorder, 'attemptEnded' | 'attemptNotStarted'>;
}

/** Waiting log lines are written at so many, and at the end of the attempt. */
const LOG_LINES_AT_ONCE = 100;

/** Runs claimed executions: handler, outcome, settlement. */
export class ExecutionEngine {
  private readonly unsettled = new InFlight();
  private readonly limits: TimeLimits;
  private readonly host: AttemptHost;
  private readonly rules: OutcomeRules;
  private readonly recorder: Recorder = {
    recorded: (attempt, allSettled) => this.recorded(attempt, allSettled),
    refused: ({ executionId, fence }, outcome) =>
      this.parts.logger.warn('outcome refused: lease lost', { executionId, fence, outcome }),
    failed: (attempt, error) => this.gaveUp(attempt, error),
  };

  constructor(private readonly parts: ExecutionEngineParts) {
    this.limits = new TimeLimits(parts.clock);
    this.rules = outcomeRules(parts);
    this.host = {
      onStop: (attempt, end) => void this.end(attempt, end),
      limit: (attempt) => this.limits.watch(attempt),
      node: parts.node,
      clock: parts.clock,
      onLogLine: (attempt, waiting) => {
        if (waiting === LOG_LINES_AT_ONCE) void this.writeLog(attempt);
      },
      completeIn: async (attempt, transaction, output) => {
        // Now, since both are refused once the transaction is committed.
        await this.writeLog(attempt);
        await attempt.flushProgress();
        const settlement = { execution: attempt.execution, outcome: { kind: 'succeeded', output } } as const;
        const [settled = null] = await parts.executions.settle({ settlements: [settlement], transaction });
        return settled;
      },
      saveProgress: (attempt, progress) => this.saveProgress(attempt, progress),
      onProgressLost: ({ executionId }, error) =>
        parts.logger.warn('progress was not stored', { executionId, error: String(error) }),
    };
  }

  /** How many attempts wait for their outcome to be recorded, or run. */
  get unsettledCount(): number {
    return this.unsettled.size;
  }

  /** The execution as it was settled. Null: the lease was lost, and whatever the handler did is not recorded. */
  execute(execution: Execution): Promise<Execution | null> {
    return untilSettled((follower) => this.start(execution, follower));
  }

  start(execution: Execution, follower: AttemptFollower): void {
    const attempt = this.begin(execution, follower);
    this.unsettled.begin();
    const end = callHandler(attempt, this.parts);
    if (!isThenable(end)) return this.handled(attempt, end);
    this.limits.watch(attempt);
    void end.then((later) => this.handled(attempt, later));
  }

  /** A failure that its circuit has yet to hear of keeps its slot: no more of them may start than run at once. */
  private handled(attempt: RunningAttempt, end: AttemptEnd): void {
    const told = this.end(attempt, end);
    if (told === null) attempt.follower.handled(attempt);
    else void told.then(() => attempt.follower.handled(attempt));
  }

  /**
   * What comes first counts: the end of the handler, or that it was stopped. A handler may ignore its signal. Resolves, and never
   * rejects, when the circuit of the attempt has heard of it. Null: there is nothing that it has to hear.
   */
  private end(attempt: RunningAttempt, end: AttemptEnd): Promise<void> | null {
    if (attempt.isOver) return null;
    attempt.finish();
    const told = this.tellCircuit(attempt, end);
    const written = attempt.hasLogLines || attempt.hasProgress ? this.writeWhatIsLeft(attempt) : null;
    if (told === null && written === null) this.settle(attempt, end);
    else
      Promise.all([told, written]).then(
        () => this.settle(attempt, end),
        (error: unknown) => this.gaveUp(attempt, error),
      );
    return told;
  }

  /** Never rejects: what the handler said must not cost the execution its outcome. */
  private async writeWhatIsLeft(attempt: RunningAttempt): Promise<void> {
    await this.writeLog(attempt);
    await attempt.flushProgress();
  }

  private tellCircuit(attempt: RunningAttempt, end: AttemptEnd): Promise<void> | null {
    try {
      return this.parts.circuits.attemptEnded(attempt.execution, end, this.rules.classify);
    } catch (error) {
      this.parts.logger.warn('a circuit was not told of a result', {
        executionId: attempt.executionId,
        error: String(error),
      });
      return null;
    }
  }

  /** Puts claimed executions that were never started back into their queues. */
  async giveBack(executions: readonly Execution[]): Promise<void> {
    await Promise.all(executions.map((execution) => this.putBack(execution, { kind: 'unstarted' })));
  }

  /** Puts a claimed execution that was never started back for some time. */
  defer(execution: Execution, waiting: Deferral): Promise<void> {
    return this.putBack(execution, { kind: 'deferred', ...waiting });
  }

  private async putBack(execution: Execution, outcome: Outcome): Promise<void> {
    this.parts.running.release(execution.id);
    await this.parts.circuits.attemptNotStarted(execution);
    const settled = await this.parts.settlements.settle({ execution, outcome });
    if (settled !== null) await this.follow(settled);
  }

  /** Stops everything that runs here; it goes back to its queue without using up a retry. */
  interruptAll(reason: string): void {
    for (const attempt of this.parts.running.all()) {
      const error = new ExecutionInterrupted(attempt.executionId, reason);
      attempt.stop({ end: { kind: 'interrupted', reason }, error });
    }
  }

  /** Resolves when the outcome of everything that runs here is recorded or refused. */
  settled(): Promise<void> {
    return this.unsettled.idle();
  }

  private begin(execution: Execution, follower: AttemptFollower): RunningAttempt {
    const attempt = new RunningAttempt(execution, this.host, follower);
    this.parts.running.add(attempt);
    this.parts.events.publish('scheduler:execution.started', [execution]);
    return attempt;
  }

  private settle(attempt: RunningAttempt, end: AttemptEnd): void {
    if (end.kind === 'lost') {
      this.endLost(attempt).then(
        (settled) => this.recorded(attempt, settled),
        (error: unknown) => this.gaveUp(attempt, error),
      );
      return;
    }
    const { execution, isCompleting: mayBeSettled } = attempt;
    let outcome: Outcome;
    try {
      outcome = decideOutcome({ end, execution, rules: this.rules });
    } catch (error) {
      return this.gaveUp(attempt, error);
    }
    const recording = new Recording(attempt, outcome.kind, this.recorder);
    this.parts.settlements.put({ settlement: { execution, outcome }, mayBeSettled }, recording);
  }

  /** The handler may have completed it in a transaction of its own. */
  private async endLost({ execution, isCompleting }: RunningAttempt): Promise<Execution | null> {
    const { id, fence, type } = execution;
    const completed = isCompleting ? await this.parts.settlements.settledBefore(execution) : null;
    if (completed === null) this.parts.logger.warn('lease lost', { executionId: id, fence, type });
    return completed;
  }

  private recorded(attempt: RunningAttempt, settled: Execution | null): void {
    // No lease is kept alive for an attempt that is over.
    this.parts.running.delete(attempt);
    let told: Promise<void> | undefined;
    try {
      told = settled === null ? undefined : this.follow(settled);
    } catch (error) {
      return this.gaveUp(attempt, error);
    }
    if (told === undefined) return this.ended(attempt, settled);
    told.then(
      () => this.ended(attempt, settled),
      (error: unknown) => this.gaveUp(attempt, error),
    );
  }

  private ended(attempt: RunningAttempt, settled: Execution | null): void {
    this.unsettled.end();
    attempt.follower.settled(attempt, settled);
  }

  private gaveUp(attempt: RunningAttempt, error: unknown): void {
    this.parts.running.delete(attempt);
    this.unsettled.end();
    attempt.follower.failed(attempt, error);
  }

  /** What runs again is announced to its queue; what ended is told to whoever listens. */
  private follow(settled: Execution): Promise<void> | undefined {
    this.parts.events.publishSettled(settled);
    return settled.status === 'pending' ? announce(this.parts, [settled]) : undefined;
  }

  private async saveProgress(attempt: RunningAttempt, progress: ExecutionProgress): Promise<boolean> {
    const { executions, handlers } = this.parts;
    const isSaved = await executions.saveProgress({ execution: attempt.execution, progress });
    const { batch } = handlers.resolve(attempt.execution.type);
    if (isSaved && batch !== undefined) emitBatchProgress(attempt, batch, progress);
    return isSaved;
  }

  private async writeLog(attempt: RunningAttempt): Promise<void> {
    const lines = attempt.takeLogLines();
    if (lines === null) return;
    try {
      await this.parts.executions.appendLogs({
        executionId: attempt.executionId,
        fence: attempt.fence,
        lines,
      });
    } catch (error) {
      this.parts.logger.warn('log lines were not stored', {
        executionId: attempt.executionId,
        error: String(error),
      });
    }
  }
}
