import {
  type CallerTransaction,
  type JobContext,
  type JsonValue,
  LeaseLost,
  silentLogger,
} from '@scheduler/contracts';
import { Attempt, type DecideFate } from './attempt.js';

const STARTED_AT = '2030-01-01T00:00:00.000Z';
const EXECUTION_ID = 'certified-execution';
const IDEMPOTENCY_KEY = 'certified-execution-key';

/** What the store would hold about the execution: who has the lease, the checkpoint, and whether it has ended. */
export class ExecutionUnderTest {
  private holder: number | null = null;
  private attempts = 0;
  private lastCheckpoint: JsonValue = null;
  private readonly steps = new Map<string, string>();
  private hasEnded = false;

  /** True: a success is recorded, and nothing runs any more. */
  get ended(): boolean {
    return this.hasEnded;
  }

  /** Claims the execution for one more attempt; whoever had the lease has lost it. */
  claim(decide: DecideFate): Attempt {
    this.attempts += 1;
    this.holder = this.attempts;
    return new Attempt(this.attempts, decide, (attempt) => {
      if (this.holder === attempt.fence) this.holder = null;
      return new LeaseLost(EXECUTION_ID, attempt.fence);
    });
  }

  /** Records that the attempt ended well, if it still has the lease. */
  settle({ fence }: Attempt): void {
    if (this.holder === fence) this.hasEnded = true;
  }

  contextOf(attempt: Attempt, maxAttempts: number): JobContext {
    return {
      executionId: EXECUTION_ID,
      idempotencyKey: IDEMPOTENCY_KEY,
      attempt: attempt.fence,
      maxAttempts,
      fence: attempt.fence,
      scheduledAt: new Date(STARTED_AT),
      startedAt: new Date(STARTED_AT),
      lateness: 'on_time',
      occurrence: 1,
      workflow: null,
      node: `node-${attempt.fence}`,
      signal: attempt.signal,
      lastCheckpoint: this.lastCheckpoint,
      log: silentLogger,
      values: new Map(),
      now: () => new Date(STARTED_AT),
      progress: () => undefined,
      // Events go with the outcome, which is recorded once.
      emit: () => undefined,
      completeIn: (transaction) =>
        attempt.call('context.completeIn', () => this.completeIn(attempt, transaction)),
      checkpoint: (value) => attempt.call('context.checkpoint', () => this.save(attempt, value)),
      step: (name, run) => this.step(attempt, name, run),
    };
  }

  private async step<TResult>(
    attempt: Attempt,
    name: string,
    run: () => TResult | Promise<TResult>,
  ): Promise<TResult> {
    const known = this.steps.get(name);
    if (known !== undefined) return JSON.parse(known) as TResult;
    const text = JSON.stringify((await run()) ?? null);
    await attempt.call(`context.step ${name}`, () => {
      this.checkLease(attempt);
      this.steps.set(name, text);
    });
    return JSON.parse(text) as TResult;
  }

  private save(attempt: Attempt, value: JsonValue | undefined): void {
    this.checkLease(attempt);
    if (value !== undefined) this.lastCheckpoint = structuredClone(value);
  }

  private completeIn(attempt: Attempt, transaction: CallerTransaction): void {
    this.checkLease(attempt);
    const { onCommit } = transaction as { readonly onCommit?: unknown };
    if (typeof onCommit !== 'function') {
      throw new TypeError(
        'context.completeIn got a transaction without onCommit(check); accepted: that of recordingTable().transaction(), or of a double with such a method',
      );
    }
    // A frozen transaction loses its locks, and its lease, before another attempt starts; so the lease is looked at once more.
    Reflect.apply(onCommit, transaction, [
      () => {
        this.checkLease(attempt);
        return () => (this.hasEnded = true);
      },
    ]);
  }

  private checkLease({ fence }: Attempt): void {
    if (this.holder !== fence || this.hasEnded) throw new LeaseLost(EXECUTION_ID, fence);
  }
}
