import {
  type CallerTransaction,
  type Execution,
  type HandledJob,
  type JobContext,
  type JsonValue,
  type Lateness,
  LeaseLost,
  type Logger,
  maxAttempts,
  ResultInvalid,
  type Timer,
  type WorkflowPlace,
} from '@scheduler/contracts';
import type { Lease } from '@scheduler/contracts/adapter';
import { toJsonValue } from '../../support/input/json-value.js';
import { AttemptLog } from './attempt-log.js';
import { AttemptMemory, hasFinishedSteps, ownCheckpoint } from './attempt-memory.js';
import type { AttemptListenerOf, AttemptServicesOf, AttemptStoreWritesOf, Stop } from './attempt-services.js';
import type { DurableSteps } from './durable-steps.js';
import { emitterOf } from './emitted-events.js';
import { handledJob } from './handled-job.js';
import { Suspension } from './suspension.js';

export type AttemptServices = AttemptServicesOf<RunningAttempt>;
export type AttemptStoreWrites = AttemptStoreWritesOf<RunningAttempt>;
export type AttemptListener = AttemptListenerOf<RunningAttempt>;

/** One call of a handler while it runs: the context that the handler sees, and how it is stopped. */
export class RunningAttempt implements JobContext, Lease {
  /** Monotonic time at which the store last confirmed the lease. */
  confirmedAtMs: number;
  /** Monotonic time at which its handler was called. */
  beganAtMs: number;
  /** How long it waited here for its slot, from the answer to its claim until its start. */
  waitedMs = 0;
  /** Whether the store knows that the handler has started. */
  isStartConfirmed = false;
  private timer: Timer | null = null;
  private pausing: Suspension | null = null;
  private suspendedMs = 0;
  private over = false;
  private controller: AbortController | null = null;
  private attemptLog: AttemptLog | null = null;
  private shared: Map<string, unknown> | null = null;
  private attemptMemory: AttemptMemory | null = null;
  private stopped: Stop | null = null;
  private completing = false;
  private readonly startedAtMs: number;
  private startInStore: Date | null = null;

  constructor(
    /** As it was claimed, with the progress that was saved since. */
    public execution: Execution,
    private readonly services: AttemptServices,
    readonly listener: AttemptListener,
  ) {
    this.startedAtMs = services.clock.now().getTime();
    this.beganAtMs = services.clock.monotonicMs();
    this.confirmedAtMs = this.beganAtMs;
  }

  get node(): string {
    return this.services.node;
  }

  get startedAt(): Date {
    return new Date(this.startedAtMs);
  }

  /** When the handler started, by the time of the store: the claim says what time it was, and the own clock how long it has been since. */
  get startedByStore(): Date {
    const claimedAtMs = this.execution.startedAt?.getTime() ?? this.startedAtMs;
    this.startInStore ??= new Date(claimedAtMs + Math.round(this.waitedMs));
    return this.startInStore;
  }

  /** Whether the store can still be told when the handler started. */
  get needsConfirmation(): boolean {
    return !this.isStartConfirmed && !this.over && this.stopped === null && !this.completing;
  }

  get executionId(): string {
    return this.execution.id;
  }

  get workflow(): WorkflowPlace | null {
    return this.execution.workflow;
  }

  get idempotencyKey(): string {
    return this.execution.id;
  }

  get attempt(): number {
    return this.execution.attemptsUsed;
  }

  get maxAttempts(): number {
    return maxAttempts(this.execution);
  }

  get scheduledAt(): Date {
    return new Date(this.execution.scheduledAt);
  }

  get lateness(): Lateness {
    return this.execution.lateness;
  }

  get occurrence(): number | null {
    return this.execution.occurrence;
  }

  get fence(): number {
    return this.execution.fence;
  }

  get values(): Map<string, unknown> {
    this.shared ??= new Map();
    return this.shared;
  }

  get lastCheckpoint(): JsonValue {
    return ownCheckpoint(this.execution);
  }

  get job(): HandledJob {
    return handledJob(this.execution);
  }

  /** Created on first use, because most handlers never use it. */
  get signal(): AbortSignal {
    if (this.controller === null) {
      this.controller = new AbortController();
      if (this.stopped !== null) this.controller.abort(this.stopped.error);
    }
    return this.controller.signal;
  }

  get log(): Logger {
    this.attemptLog ??= new AttemptLog({
      executionId: this.execution.id,
      clock: this.services.clock,
      redact: this.services.redact,
      onLine: (waiting) => this.services.writes.logLineAdded(this, waiting),
    });
    return this.attemptLog;
  }

  get now(): JobContext['now'] {
    return () => this.services.clock.now();
  }

  get progress(): JobContext['progress'] {
    return (done, total = null) => {
      // Not while the handler holds the row locked by its own transaction, nor after the end of the attempt.
      if (!this.over && !this.completing) this.memory.report(done, total);
    };
  }

  get checkpoint(): JobContext['checkpoint'] {
    return async (value) => {
      await this.memory.checkpoint(value);
      await this.giveUpSlot();
    };
  }

  get emit(): JobContext['emit'] {
    return emitterOf(this, this.services.requireEventLog);
  }

  get step(): JobContext['step'] {
    return async <TResult>(...step: Parameters<JobContext['step']>) =>
      (await this.memory.steps.call(...step)) as TResult;
  }

  /** The steps of the handler. Null: this attempt has called none, and earlier ones have left none. */
  get steps(): DurableSteps | null {
    const hasSteps = this.attemptMemory?.hasSteps === true || hasFinishedSteps(this.execution);
    return hasSteps ? this.memory.steps : null;
  }

  get hasProgress(): boolean {
    return this.attemptMemory !== null;
  }

  /** Writes what is not written yet. Never rejects. */
  async flushProgress(): Promise<void> {
    await this.attemptMemory?.flush();
  }

  /** A function that does not depend on `this`, so that a handler may take it out of its context. */
  get completeIn(): JobContext['completeIn'] {
    return (transaction, output) => this.complete(transaction, output);
  }

  /** The handler has settled the execution in its own transaction, which may still be open. */
  get isCompleting(): boolean {
    return this.completing;
  }

  get hasLogLines(): boolean {
    return this.attemptLog !== null;
  }

  /** Null: the handler has logged nothing since the last time. */
  takeLogLines() {
    const lines = this.attemptLog?.take() ?? [];
    return lines.length === 0 ? null : lines;
  }

  /** Whether the end of the attempt is known, so that nothing can stop it any more. */
  get isOver(): boolean {
    return this.over;
  }

  limitBy(timer: Timer): void {
    this.timer = timer;
  }

  finish(): void {
    this.over = true;
    this.timer?.cancel();
  }

  /** Whether the lease is not needed any more, because the attempt has to stop and undoes nothing. */
  get isLetGo(): boolean {
    return this.stopped !== null && this.attemptMemory?.isUndoing !== true;
  }

  /** Null: it has not to stop. */
  get stopError(): Error | null {
    return this.stopped?.error ?? null;
  }

  /** Created on first use, because most handlers report nothing. */
  private get memory(): AttemptMemory {
    const { writes } = this.services;
    this.attemptMemory ??= new AttemptMemory(this, {
      ...this.services,
      save: async (progress) => {
        const isSaved = await writes.saveProgress(this, progress);
        if (isSaved) this.execution = { ...this.execution, progress };
        return isSaved;
      },
      onError: (error) => writes.progressNotSaved(this, error),
    });
    return this.attemptMemory;
  }

  /** Whether the attempt should give its slot to something more urgent. Created on first use. */
  get suspension(): Suspension {
    this.pausing ??= new Suspension();
    return this.pausing;
  }

  /** How long the attempt has run, without the time during which it was suspended. */
  get ranMs(): number {
    return this.services.clock.monotonicMs() - this.beganAtMs - this.suspendedMs;
  }

  /** Gives the slot to something more urgent, if that was asked for. The time during which it is suspended does not count for its timeout. */
  private async giveUpSlot(): Promise<void> {
    if (this.pausing?.isAsked !== true || this.completing) return;
    const { clock } = this.services;
    const sinceMs = clock.monotonicMs();
    this.timer?.cancel();
    try {
      await this.pausing.checkpoint();
    } finally {
      this.suspendedMs += clock.monotonicMs() - sinceMs;
      if (!this.over && this.stopped === null) this.services.watchTimeLimit(this);
    }
  }

  private async complete(transaction: CallerTransaction, output: JsonValue = null): Promise<void> {
    // The end of the attempt is decided already, so that the transaction should roll back.
    if (this.stopped !== null) throw this.stopped.error;
    const own = toJsonValue(output, 'output', ResultInvalid);
    this.completing = true;
    try {
      const settled = await this.services.writes.completeIn(this, transaction, own);
      if (settled === null) throw new LeaseLost(this.executionId, this.fence);
    } catch (error) {
      this.completing = false;
      throw error;
    }
  }

  /** Only the first stop counts. */
  stop(stop: Stop): void {
    this.attemptMemory?.stop(stop);
    if (this.stopped !== null) return;
    this.stopped = stop;
    this.controller?.abort(stop.error);
    this.pausing?.end(stop.error);
    this.services.stopped(this, stop.end);
  }
}
