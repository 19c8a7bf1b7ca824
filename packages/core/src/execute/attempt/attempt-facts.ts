import {
  type Execution,
  type HandledJob,
  type JsonValue,
  type Lateness,
  maxAttempts,
} from '@scheduler/contracts';
import { handledJob } from './handled-job.js';

/** What a handler can read of its attempt: facts of the execution as it was claimed. */
export abstract class AttemptFacts {
  private shared: Map<string, unknown> | null = null;

  constructor(
    /** As it was claimed, with the progress that was saved since. */
    public execution: Execution,
    readonly node: string,
    private readonly startedAtMs: number,
  ) {}

  get startedAt(): Date {
    return new Date(this.startedAtMs);
  }

  get executionId(): string {
    return this.execution.id;
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
    return this.execution.scheduledAt;
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
    return this.execution.progress?.checkpoint ?? null;
  }

  get job(): HandledJob {
    return handledJob(this.execution);
  }
}
