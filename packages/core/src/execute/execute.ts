import type { Execution, Logger } from '@scheduler/contracts';
import {
  type JobQueue,
  mustConfirmStart,
  type Outcome,
  type SettleResult,
} from '@scheduler/contracts/adapter';
import type { CircuitRecorder } from '../policies/circuits/circuit-recorder.js';
import type { AttemptEnd } from '../policies/failures/attempt-end.js';
import { announce } from '../signals/announce.js';
import type { ExecutionEvents } from '../signals/events/execution-events.js';
import type { NodeTracing } from '../signals/tracing/node-tracing.js';
import type { InFlight } from '../support/in-flight.js';
import type { LeaseKeeper } from './attempt/lease-keeper.js';
import { type AttemptListener, type AttemptServices, RunningAttempt } from './attempt/running-attempt.js';
import type { AttemptWrites } from './attempt/attempt-writes.js';
import { AttemptTraces } from './attempt/attempt-traces.js';
import { emittedBy } from './attempt/emitted-events.js';
import { callHandler, type CallParts } from './call-handler.js';
import { isThenable } from './handlers/read-answer.js';
import { logFailure } from '../signals/log-failure.js';
import { decideOutcome, type OutcomeRules } from './outcome/decide-outcome.js';
import { undoSteps } from './undo-steps.js';
import { PendingOutcome, type PendingOutcomeParts } from './settle/pending-outcome.js';
import type { SettleBuffer } from './settle/settle-buffer.js';

export interface ExecuteParts extends CallParts {
  readonly queue: JobQueue;
  readonly logger: Logger;
  readonly events: ExecutionEvents;
  readonly leases: LeaseKeeper;
  readonly settlements: SettleBuffer;
  /** Default: attempts are not traced. */
  readonly tracing?: NodeTracing;
  readonly circuits: Pick<CircuitRecorder, 'attemptEnded' | 'attemptNotStarted'>;
  readonly rules: OutcomeRules;
  readonly writes: AttemptWrites;
  /** What attempts use while they run. */
  readonly services: AttemptServices;
  /** Called with every execution that does not run any more. */
  readonly onFreed: (execution: Execution) => void;
  /** Counts the attempts that run, or whose outcome is not recorded yet. */
  readonly unsettled: InFlight;
}

/**
 * An attempt from its claim to its end. The methods below are its steps, in their order:
 *
 *   start: begin → confirm the start, only where that has to come first → call the handler and read its answer
 *   end: report to the circuit → write what is left
 *   settle: decide the outcome → put it into the next group of settlements
 *   settled: follow up → finish
 *
 * The steps are calls and not promises, since there are tens of thousands of attempts a second (decision 0027): an attempt whose
 * handler answers at once goes through all of them in one call, up to the write of its group. Only what really has to be waited for
 * goes on in a `then`. Whatever goes wrong in a step leads to `failed`.
 */
export class AttemptPipeline implements Omit<AttemptListener, 'handled'> {
  private readonly pendingParts: PendingOutcomeParts;
  /** Null: attempts are not traced. */
  private readonly traces: AttemptTraces | null;

  constructor(private readonly parts: ExecuteParts) {
    this.pendingParts = { listener: this, logger: parts.logger };
    this.traces = AttemptTraces.of(parts.tracing, parts.rules.redact);
  }

  start(execution: Execution, listener: AttemptListener): void {
    const attempt = this.begin(execution, listener);
    if (mustConfirmStart(execution)) void this.confirmAndCall(attempt);
    else this.call(attempt);
  }

  private call(attempt: RunningAttempt): void {
    const { events, leases, services } = this.parts;
    events.publishStarted(attempt);
    const end =
      this.traces === null
        ? callHandler(attempt, this.parts)
        : this.traces.call(attempt, () => callHandler(attempt, this.parts));
    if (!isThenable(end)) return this.handled(attempt, end);
    services.watchTimeLimit(attempt);
    leases.watchStart();
    void end.then((later) => this.handled(attempt, later));
  }

  /** The execution was lost with its node more than once: if its handler is the cause, that has to count this time. Never rejects. */
  private async confirmAndCall(attempt: RunningAttempt): Promise<void> {
    const { leases, logger, services } = this.parts;
    try {
      await leases.confirmStart(attempt);
    } catch (error) {
      logger.warn('the start of an execution could not be confirmed, so that it goes back to its queue', {
        executionId: attempt.executionId,
        error: String(error),
      });
      this.giveBack(attempt);
    }
    if (attempt.isOver) return attempt.listener.handled(attempt);
    attempt.beganAtMs = services.clock.monotonicMs();
    this.call(attempt);
  }

  private giveBack(attempt: RunningAttempt): void {
    if (attempt.isOver) return;
    attempt.finish();
    const { circuits, settlements } = this.parts;
    const { execution } = attempt;
    const outcome: Outcome = { kind: 'unstarted' };
    const settlement = { execution, outcome, startedAt: null };
    const pending = new PendingOutcome(attempt, outcome.kind, this.pendingParts);
    Promise.resolve(circuits.attemptNotStarted(execution)).then(
      () => settlements.put({ settlement, mayBeSettled: false }, pending),
      (error: unknown) => this.failed(attempt, error),
    );
  }

  private begin(execution: Execution, listener: AttemptListener): RunningAttempt {
    const { services, leases, unsettled } = this.parts;
    const attempt = new RunningAttempt(execution, services, listener);
    leases.add(attempt);
    unsettled.begin();
    return attempt;
  }

  /** A failure keeps its slot until its circuit knows of it: no more of them may start than run at once. */
  private handled(attempt: RunningAttempt, end: AttemptEnd): void {
    const reported = this.end(attempt, end);
    if (reported === null) attempt.listener.handled(attempt);
    else void reported.then(() => attempt.listener.handled(attempt));
  }

  /**
   * The first end counts: that of the handler, or that of a stop, since a handler may ignore its signal. The promise resolves, and never
   * rejects, when the circuit of the attempt knows of the end; null where there is nothing to wait for.
   */
  end(attempt: RunningAttempt, end: AttemptEnd): Promise<void> | null {
    if (attempt.isOver) return null;
    attempt.finish();
    this.traces?.end(attempt, end);
    if (end.kind === 'timed_out' || end.kind === 'failed') this.parts.middleware?.ended(attempt, end.error);
    const reported = this.reportToCircuit(attempt, end);
    const written = this.writeWhatIsLeft(attempt);
    if (attempt.steps !== null) return this.undoAndSettle(attempt, end, Promise.all([reported, written]));
    if (reported === null && written === null) this.settle(attempt, end);
    else
      Promise.all([reported, written]).then(
        () => this.settle(attempt, end),
        (error: unknown) => this.failed(attempt, error),
      );
    return reported;
  }

  /** A circuit that cannot be reached must not cost the execution its outcome. */
  private reportToCircuit({ execution }: RunningAttempt, end: AttemptEnd): Promise<void> | null {
    const { circuits, rules, logger } = this.parts;
    try {
      return circuits.attemptEnded(execution, end, rules.classify);
    } catch (error) {
      logger.warn('the result of an attempt was not reported to its circuit', {
        executionId: execution.id,
        error: String(error),
      });
      return null;
    }
  }

  /** Log lines and progress that wait to be written. The promise never rejects; null where nothing waits. */
  private writeWhatIsLeft(attempt: RunningAttempt): Promise<void> | null {
    return attempt.hasLogLines || attempt.hasProgress ? this.parts.writes.writeAll(attempt) : null;
  }

  private settle(attempt: RunningAttempt, end: AttemptEnd): void {
    if (end.kind === 'lost') return this.endWithoutLease(attempt);
    let outcome: Outcome;
    try {
      outcome = decideOutcome({ end, execution: attempt.execution, rules: this.parts.rules });
    } catch (error) {
      return this.failed(attempt, error);
    }
    this.record(attempt, outcome);
  }

  /** Undoes the finished steps of a handler whose execution fails for good or is cancelled, and settles it then. Never rejects. */
  private async undoAndSettle(
    attempt: RunningAttempt,
    end: AttemptEnd,
    before: Promise<unknown>,
  ): Promise<void> {
    try {
      await before;
      const undone = await undoSteps(attempt, end, this.parts.rules);
      await this.writeWhatIsLeft(attempt);
      if (undone === null) this.endWithoutLease(attempt);
      else this.record(attempt, undone);
    } catch (error) {
      this.failed(attempt, error);
    }
  }

  private record(attempt: RunningAttempt, outcome: Outcome): void {
    const { settlements } = this.parts;
    const { execution, isCompleting: mayBeSettled, startedByStore: startedAt } = attempt;
    const pending = new PendingOutcome(attempt, outcome.kind, this.pendingParts);
    // An attempt that did not succeed is made again, or has achieved nothing to tell of.
    const emits = outcome.kind === 'succeeded' ? emittedBy(attempt) : undefined;
    settlements.put({ settlement: { execution, outcome, startedAt, emits }, mayBeSettled }, pending);
  }

  /** Nothing may be recorded without the lease, but the handler may have completed the execution in its own transaction before. */
  private endWithoutLease(attempt: RunningAttempt): void {
    const { settlements, logger } = this.parts;
    const { execution, isCompleting } = attempt;
    const completed = isCompleting ? settlements.settledBefore(execution) : Promise.resolve(null);
    completed.then(
      (settled) => {
        const { id, fence, type } = execution;
        if (settled === null) logger.warn('lease lost', { executionId: id, fence, type });
        this.settled(attempt, settled);
      },
      (error: unknown) => this.failed(attempt, error),
    );
  }

  /** The outcome is stored, or was refused because the lease was lost: then `settled` is null. */
  settled(attempt: RunningAttempt, settled: SettleResult): void {
    // The lease of an attempt that is over is not renewed any more.
    this.parts.leases.delete(attempt);
    let announced: Promise<void> | undefined;
    try {
      announced = settled === null ? undefined : this.followUp(settled);
    } catch (error) {
      return this.failed(attempt, error);
    }
    if (announced === undefined) return this.finish(attempt, settled);
    announced.then(
      () => this.finish(attempt, settled),
      (error: unknown) => this.failed(attempt, error),
    );
  }

  /** Publishes how it ended. An execution that runs again is announced to its queue. */
  followUp(settled: Execution): Promise<void> | undefined {
    this.parts.events.publishSettled(settled);
    this.parts.onFreed(settled);
    if (settled.error !== null) logFailure(this.parts.logger, settled);
    return settled.status === 'pending' ? announce(this.parts, [settled]) : undefined;
  }

  private finish(attempt: RunningAttempt, settled: SettleResult): void {
    this.parts.unsettled.end();
    attempt.listener.settled(attempt, settled);
  }

  /** The attempt could not be brought to its end. Its lease runs out, and the execution is rescued. */
  failed(attempt: RunningAttempt, error: unknown): void {
    this.parts.leases.delete(attempt);
    this.parts.unsettled.end();
    attempt.listener.failed(attempt, error);
  }
}
