import type { Logger } from '@scheduler/contracts';
import type { Completion, Outcome, SettleResult } from '@scheduler/contracts/adapter';
import type { AttemptListener, RunningAttempt } from '../attempt/running-attempt.js';

export interface PendingOutcomeParts {
  readonly listener: Pick<AttemptListener, 'settled' | 'failed'>;
  readonly logger: Logger;
}

/** The outcome of an attempt while it is being written in a group of settlements. */
export class PendingOutcome implements Completion<SettleResult> {
  constructor(
    private readonly attempt: RunningAttempt,
    private readonly outcome: Outcome['kind'],
    private readonly parts: PendingOutcomeParts,
  ) {}

  resolve(settled: SettleResult): void {
    const { attempt, outcome, parts } = this;
    if (settled === null) {
      const { executionId, fence } = attempt;
      parts.logger.warn('outcome refused: lease lost', { executionId, fence, outcome });
    }
    parts.listener.settled(attempt, settled);
  }

  reject(error: unknown): void {
    this.parts.listener.failed(this.attempt, error);
  }
}
