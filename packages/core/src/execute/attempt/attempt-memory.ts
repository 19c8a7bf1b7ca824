import {
  type Clock,
  type Execution,
  type ExecutionProgress,
  type JsonValue,
  LeaseLost,
  type Logger,
  ResultInvalid,
} from '@scheduler/contracts';
import { StepTelemetry } from '../../signals/telemetry/emit-durable-steps.js';
import { toJsonValue } from '../../support/input/json-value.js';
import type { NodeTracing } from '../../signals/tracing/node-tracing.js';
import type { Redact } from '../../support/redaction/redact.js';
import { AttemptProgress } from './attempt-progress.js';
import type { Stop } from './attempt-services.js';
import { DurableSteps } from './durable-steps.js';
import { readMemory, type RememberedStep, writeMemory } from './step-memory.js';

/** The attempt whose progress, checkpoint and steps are remembered. */
export interface RememberedAttempt {
  readonly execution: Execution;
  readonly isOver: boolean;
  readonly isCompleting: boolean;
  /** Why it has to stop. Null: it has not to. */
  readonly stopError: Error | null;
  readonly log: Logger;
}

export interface AttemptMemoryParts {
  readonly clock: Clock;
  readonly redact: Redact;
  readonly tracing: Pick<NodeTracing, 'step'>;
  /** False: refused, the lease is another's. */
  readonly save: (progress: ExecutionProgress) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** What an attempt leaves behind for the next one: its progress, the checkpoint of its handler, and the results of its steps. */
export class AttemptMemory {
  private readonly progress: AttemptProgress;
  private durableSteps: DurableSteps | null = null;
  private own: JsonValue;

  constructor(
    private readonly attempt: RememberedAttempt,
    private readonly parts: AttemptMemoryParts,
  ) {
    const { progress: known } = attempt.execution;
    this.own = ownCheckpoint(attempt.execution);
    this.progress = new AttemptProgress({ ...parts, known });
  }

  report(done: number, total: number | null): void {
    this.progress.report(done, total);
  }

  async checkpoint(value: JsonValue | undefined): Promise<void> {
    this.refuseStopped();
    if (value === undefined || this.attempt.isCompleting) return;
    const own = toJsonValue(value, 'checkpoint', ResultInvalid);
    const whole = writeMemory({ steps: this.durableSteps?.finished ?? this.remembered, own }, 'checkpoint');
    this.own = own;
    await this.write(whole);
  }

  /** Writes what is not written yet. Never rejects. */
  flush(): Promise<void> {
    return this.progress.flush();
  }

  get steps(): DurableSteps {
    const { execution, log } = this.attempt;
    const { clock, redact, tracing } = this.parts;
    this.durableSteps ??= new DurableSteps({
      clock,
      tracing,
      telemetry: new StepTelemetry(execution, clock, redact),
      checkpoint: execution.progress?.checkpoint ?? null,
      timeoutMs: execution.policy.timeoutMs,
      admit: () => this.refuseEnded(),
      save: (steps, added) => this.saveSteps(steps, added),
      saveLeft: (steps) => this.saveLeft(steps),
      log: (message, error) => log.error(message, { error: String(error) }),
    });
    return this.durableSteps;
  }

  get hasSteps(): boolean {
    return this.durableSteps !== null;
  }

  get isUndoing(): boolean {
    return this.durableSteps?.isUndoing === true;
  }

  /** The attempt has to stop. */
  stop(stop: Stop): void {
    this.durableSteps?.stop(stop);
  }

  private get remembered(): readonly RememberedStep[] {
    return readMemory(this.attempt.execution.progress?.checkpoint ?? null).steps;
  }

  private refuseStopped(): void {
    if (this.attempt.stopError !== null) throw this.attempt.stopError;
  }

  /** A handler that has ended, or whose execution is another's, begins nothing new. */
  private refuseEnded(): void {
    this.refuseStopped();
    const { execution, isOver } = this.attempt;
    if (isOver) throw new LeaseLost(execution.id, execution.fence);
  }

  private async saveSteps(steps: readonly RememberedStep[], added: string): Promise<void> {
    this.refuseStopped();
    if (this.attempt.isCompleting) return;
    await this.write(writeMemory({ steps, own: this.own }, added));
  }

  private async write(checkpoint: JsonValue): Promise<void> {
    const { execution, isOver } = this.attempt;
    const isSaved = !isOver && (await this.progress.checkpoint(checkpoint));
    if (!isSaved) throw new LeaseLost(execution.id, execution.fence);
  }

  /** Only less is saved than before, so that it is not too big. */
  private async saveLeft(steps: readonly RememberedStep[]): Promise<void> {
    try {
      await this.progress.checkpoint(writeMemory({ steps, own: this.own }, 'checkpoint'));
    } catch (error) {
      this.parts.onError(error);
    }
  }
}

/** What the handler itself has saved. Null: nothing. */
export function ownCheckpoint({ progress }: Execution): JsonValue {
  return progress === null ? null : readMemory(progress.checkpoint).own;
}

/** Whether an earlier attempt has left finished steps. */
export function hasFinishedSteps({ progress }: Execution): boolean {
  return progress !== null && readMemory(progress.checkpoint).steps.length > 0;
}
