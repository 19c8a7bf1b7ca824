import { hasWorkflowEnded, type WorkflowRun } from '@scheduler/contracts';
import { freezeSteps } from '@scheduler/contracts/adapter';

const MOST_RUNS = 2_000;
/** The most text of the hash of a run that is kept. */
const MOST_TEXT = 32_768;

/** A run, and the write that it came from. */
export interface KnownRun {
  readonly by: string;
  readonly run: WorkflowRun;
}

/**
 * Runs as this process has read or written them last. Each write of a run names itself in it, so that whoever knows a run reads only that name
 * instead of its input and the states of all its steps, once for each step.
 */
export class KnownRuns {
  private readonly runs = new Map<string, KnownRun>();

  get(id: string): KnownRun | undefined {
    return this.runs.get(id);
  }

  /** Keeps a run that was read, unless it is large. */
  keep(known: KnownRun, length: number): void {
    if (known.by !== '' && length <= MOST_TEXT) this.set(known);
  }

  /** Replaces runs that are known by what a write has made of them. One with signals may have grown, and is read again. */
  replace(runs: readonly WorkflowRun[], by: string): void {
    for (const run of runs) {
      if (!this.runs.delete(run.id)) continue;
      // Hardly anybody asks for a run that has ended.
      if (!hasWorkflowEnded(run.status) && run.signals.length === 0) this.set({ by, run });
    }
  }

  private set(known: KnownRun): void {
    const { id } = known.run;
    freezeSteps(known.run);
    this.runs.delete(id);
    this.runs.set(id, known);
    const [oldest] = this.runs.keys();
    if (this.runs.size > MOST_RUNS && oldest !== undefined) this.runs.delete(oldest);
  }
}
