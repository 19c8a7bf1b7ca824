import type { Execution } from '@scheduler/contracts';

/** Which of the executions of this node are trials of half-open circuits. */
export class LocalCircuitTrials {
  private readonly trials = new Map<string, number>();

  begin({ id }: Execution, trial: number): void {
    this.trials.set(id, trial);
  }

  has({ id }: Execution): boolean {
    return this.trials.has(id);
  }

  /** Ends a trial, and returns its number. Null: the execution was no trial. */
  end({ id }: Execution): number | null {
    if (this.trials.size === 0) return null;
    const trial = this.trials.get(id) ?? null;
    this.trials.delete(id);
    return trial;
  }
}
