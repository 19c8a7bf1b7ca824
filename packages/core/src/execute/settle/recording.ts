import type { Completion, Outcome, SettleResult } from '@scheduler/contracts/adapter';
import type { RunningAttempt } from '../attempt/running-attempt.js';

export interface Recorder {
  /** Null: refused. */
  readonly recorded: (attempt: RunningAttempt, settled: SettleResult) => void;
  /** The lease is another's. */
  readonly refused: (attempt: RunningAttempt, outcome: Outcome['kind']) => void;
  readonly failed: (attempt: RunningAttempt, error: unknown) => void;
}

/** The outcome of an attempt on its way to the store. */
export class Recording implements Completion<SettleResult> {
  constructor(
    private readonly attempt: RunningAttempt,
    private readonly outcome: Outcome['kind'],
    private readonly recorder: Recorder,
  ) {}

  resolve(settled: SettleResult): void {
    if (settled === null) this.recorder.refused(this.attempt, this.outcome);
    this.recorder.recorded(this.attempt, settled);
  }

  reject(error: unknown): void {
    this.recorder.failed(this.attempt, error);
  }
}
