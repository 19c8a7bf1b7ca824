import type { CallerTransaction, ExecutionProgress, JsonValue, Logger } from '@scheduler/contracts';
import type { ExecutionRepository, SettleResult } from '@scheduler/contracts/adapter';
import { emittedBy } from './emitted-events.js';
import type { RunningAttempt } from './running-attempt.js';

export interface AttemptWritesParts {
  readonly executions: Pick<ExecutionRepository, 'appendLogs' | 'saveProgress' | 'settle'>;
  readonly logger: Logger;
  /** Called after progress was stored. */
  readonly onProgress: (attempt: RunningAttempt, progress: ExecutionProgress) => void;
}

/** As many log lines are written together, besides those at the end of the attempt. */
const LOG_LINES_PER_WRITE = 100;

/** What is written for an attempt while it runs: log lines, progress, and the success within a transaction of its handler. */
export class AttemptWrites {
  constructor(private readonly parts: AttemptWritesParts) {}

  logLineAdded(attempt: RunningAttempt, waiting: number): void {
    if (waiting === LOG_LINES_PER_WRITE) void this.writeLog(attempt);
  }

  /** False where it was refused, because the lease is another's. */
  async saveProgress(attempt: RunningAttempt, progress: ExecutionProgress): Promise<boolean> {
    const isSaved = await this.parts.executions.saveProgress({ execution: attempt.execution, progress });
    if (isSaved) this.parts.onProgress(attempt, progress);
    return isSaved;
  }

  progressNotSaved({ executionId }: RunningAttempt, error: unknown): void {
    this.parts.logger.warn('progress was not stored', { executionId, error: String(error) });
  }

  /** Null where the lease is another's. */
  async completeIn(
    attempt: RunningAttempt,
    transaction: CallerTransaction,
    output: JsonValue,
  ): Promise<SettleResult> {
    // Logs and progress are written before, since both are refused once the transaction is committed.
    await this.writeAll(attempt);
    const { execution, startedByStore: startedAt } = attempt;
    const outcome = { kind: 'succeeded', output } as const;
    const settlement = { execution, outcome, startedAt, emits: emittedBy(attempt) };
    const [settled = null] = await this.parts.executions.settle({ settlements: [settlement], transaction });
    return settled;
  }

  /** Never rejects: what a handler logged or reported must not cost the execution its outcome. */
  async writeAll(attempt: RunningAttempt): Promise<void> {
    await this.writeLog(attempt);
    await attempt.flushProgress();
  }

  private async writeLog(attempt: RunningAttempt): Promise<void> {
    const { executionId, fence } = attempt;
    const lines = attempt.takeLogLines();
    if (lines === null) return;
    try {
      await this.parts.executions.appendLogs({ executionId, fence, lines });
    } catch (error) {
      this.parts.logger.warn('log lines were not stored', { executionId, error: String(error) });
    }
  }
}
