import {
  type Clock,
  type Execution,
  ExecutionInterrupted,
  type ExecutionProgress,
  type ExecutionRepository,
  type JobQueue,
  type Logger,
  type Outcome,
  type Randomness,
  toMilliseconds,
} from '@scheduler/contracts';
import type { CircuitRecorder } from '../circuits/circuit-recorder.js';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import { announce } from '../due-job-dispatcher/announce.js';
import type { ExecutionEvents } from '../events/execution-events.js';
import { type Classified, classifyError, type ErrorClassifier } from '../failure/classify-error.js';
import { backoffFor, type FailurePolicy, retriesFor } from '../failure/next-action.js';
import type { Waiting } from '../gates/gate.js';
import type { HandlerRegistry } from '../handlers/handler-registry.js';
import type { MiddlewareChain } from '../middleware/middleware-chain.js';
import { tellBatchProgress } from '../telemetry/tell-batches.js';
import type { AttemptEnd } from './attempt-end.js';
import { UnderWay } from '../support/under-way.js';
import { backoffDelay, isSameBackoff } from './backoff.js';
import { callHandler, type TellOutput } from './call-handler.js';
import { decideOutcome } from './decide-outcome.js';
import { type AttemptHost, RunningAttempt } from './running-attempt.js';
import type { RunningAttempts } from './running-attempts.js';
import type { SettleBuffer } from './settle-buffer.js';
import { TimeLimits } from './time-limits.js';

export interface ExecutionEngineParts {
  readonly node: string;
  readonly config: SchedulerConfig;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly logger: Logger;
  readonly executions: ExecutionRepository;
  readonly queue: JobQueue;
  readonly events: ExecutionEvents;
  readonly handlers: HandlerRegistry;
  readonly running: RunningAttempts;
  readonly settlements: SettleBuffer;
  /** Null: handlers are called directly. */
  readonly middleware: MiddlewareChain | null;
  /** Triggers the event that the output of a handler is. */
  readonly tellOutput: TellOutput;
  /** Told how attempts with a circuit ended. */
  readonly circuits: Pick<CircuitRecorder, 'ended' | 'notStarted'>;
  /** The application's own rule about errors, asked before what they look like. */
  readonly classifyError?: ErrorClassifier;
}

/** Waiting log lines are written at so many, and at the end of the attempt. */
const LOG_LINES_AT_ONCE = 100;

/** An attempt under way. */
export interface StartedAttempt {
  /** Resolves when the handler has really come to its end: one that ignores its signal may do so after its attempt was settled. */
  readonly handled: Promise<unknown>;
  readonly settled: Promise<Execution | null>;
}

/** Runs claimed executions: handler, outcome, settlement. */
export class ExecutionEngine {
  private readonly unsettled = new UnderWay();
  private readonly limits: TimeLimits;
  private readonly host: AttemptHost;
  private readonly classify = (error: unknown) => classifyError(error, this.parts.classifyError);

  constructor(private readonly parts: ExecutionEngineParts) {
    this.limits = new TimeLimits(parts.clock);
    this.host = {
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
    return this.start(execution).settled;
  }

  start(execution: Execution): StartedAttempt {
    const attempt = this.begin(execution);
    this.limits.watch(attempt);
    const handled = callHandler(attempt, this.parts);
    return { handled, settled: this.bringToItsEnd(attempt, handled) };
  }

  private async bringToItsEnd(
    attempt: RunningAttempt,
    handled: Promise<AttemptEnd>,
  ): Promise<Execution | null> {
    this.unsettled.begin();
    try {
      const end = await attempt.endOf(handled);
      attempt.finish();
      if (attempt.hasLogLines) await this.writeLog(attempt);
      if (attempt.hasProgress) await attempt.flushProgress();
      const { execution } = attempt;
      const told = this.parts.circuits.ended(execution, end, this.classify);
      if (told !== null) await told;
      const settled = await this.settle(attempt, end);
      this.parts.running.delete(attempt);
      if (settled !== null) await this.follow(settled);
      return settled;
    } finally {
      // Whatever happened, no lease is kept alive for an attempt that is over.
      this.parts.running.delete(attempt);
      this.unsettled.end();
    }
  }

  /** Puts claimed executions that were never started back into their queues. */
  async giveBack(executions: readonly Execution[]): Promise<void> {
    await Promise.all(executions.map((execution) => this.putBack(execution, { kind: 'unstarted' })));
  }

  /** Puts a claimed execution that was never started back for some time. */
  defer(execution: Execution, waiting: Waiting): Promise<void> {
    return this.putBack(execution, { kind: 'deferred', ...waiting });
  }

  private async putBack(execution: Execution, outcome: Outcome): Promise<void> {
    this.parts.running.letGo(execution.id);
    await this.parts.circuits.notStarted(execution);
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
    return this.unsettled.none();
  }

  private begin(execution: Execution): RunningAttempt {
    const attempt = new RunningAttempt(execution, this.host);
    this.parts.running.add(attempt);
    this.parts.events.tell('scheduler:execution.started', [execution]);
    return attempt;
  }

  private async settle(attempt: RunningAttempt, end: AttemptEnd): Promise<Execution | null> {
    const { executionId, fence, execution, isCompleting: mayBeSettled } = attempt;
    const { settlements, config, logger } = this.parts;
    const { enabled, queue } = config.deadLetters;
    if (end.kind === 'lost') {
      const completed = mayBeSettled ? await settlements.settledBefore(execution) : null;
      if (completed === null) logger.warn('lease lost', { executionId, fence, type: execution.type });
      return completed;
    }
    const outcome = decideOutcome({
      end,
      execution,
      deadLetterQueue: enabled ? queue : null,
      classify: this.classify,
      retriesFor: (error) => retriesFor(error, this.failurePolicy(execution)),
      retryDelay: (retry, error) => this.retryDelay(execution, retry, error),
    });
    const settled = await settlements.settle({ execution, outcome }, { mayBeSettled });
    if (settled === null)
      logger.warn('outcome refused: lease lost', { executionId, fence, outcome: outcome.kind });
    return settled;
  }

  /** What runs again is announced to its queue; what ended is told to whoever listens. */
  private follow(settled: Execution): Promise<void> | undefined {
    this.parts.events.tellSettled(settled);
    return settled.status === 'pending' ? announce(this.parts, [settled]) : undefined;
  }

  private async saveProgress(attempt: RunningAttempt, progress: ExecutionProgress): Promise<boolean> {
    const { executions, handlers } = this.parts;
    const isSaved = await executions.saveProgress({ execution: attempt.execution, progress });
    const { batch } = handlers.resolve(attempt.execution.type);
    if (isSaved && batch !== undefined) tellBatchProgress(attempt, batch, progress);
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

  private failurePolicy({ policy }: Execution): FailurePolicy {
    const { maxRetries, backoff } = this.parts.config.retry;
    const isOwn = policy.maxRetries !== maxRetries || !isSameBackoff(policy.backoff, backoff);
    return { maxRetries: policy.maxRetries, backoff: policy.backoff, isOwn };
  }

  /** The handler's own backoff wins, unless it makes no sense. */
  private retryDelay(execution: Execution, retry: number, error: Classified): number {
    const { type } = execution;
    try {
      const own = this.parts.handlers.resolve(type).backoff?.(retry) ?? null;
      if (own !== null) return toMilliseconds(own, 'backoff');
    } catch (error) {
      this.parts.logger.warn('the backoff of the handler was ignored', { type, error: String(error) });
    }
    const backoff = backoffFor(error, this.failurePolicy(execution));
    return backoffDelay(backoff, retry, this.parts.randomness.next());
  }
}
