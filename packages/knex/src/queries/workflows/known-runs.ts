import { hasWorkflowEnded, type WorkflowRun } from '@scheduler/contracts';
import { freezeSteps } from '@scheduler/contracts/adapter';
import type { Row } from '../../database/results.js';
import { intactRun } from '../../rows/workflow-run-row.js';

const MOST_RUNS = 2_000;
/** The most text of the row of a run that is kept: its input, its attributes and its state. */
const MOST_TEXT = 32_768;

/** The columns that tell whether a run is still the one that is known. */
export const VERSION_COLUMNS = 'id, revision, created_at';

/**
 * Runs as this process has read or written them last. Each change of a run gives it another revision, so that whoever knows a run reads only
 * that instead of its input and the states of all its steps, once for each step. Two runs that had the same id one after the other differ in
 * the time of their creation.
 */
export class KnownRuns {
  private readonly runs = new Map<string, WorkflowRun>();

  has(id: string): boolean {
    return this.runs.has(id);
  }

  /** The run of a row with its version. Null: it is not known as it is now. */
  find(row: Row): WorkflowRun | null {
    const run = this.runs.get(String(row['id']));
    if (run === undefined) return null;
    const isSame =
      run.revision === Number(row['revision']) && run.createdAt.getTime() === Number(row['created_at']);
    return isSame ? run : null;
  }

  /** Keeps a run that was read, unless it is large. */
  keep(row: Row, run: WorkflowRun): void {
    const length = textOf(row['input']) + textOf(row['attributes']) + textOf(row['state']);
    if (length <= MOST_TEXT) this.set(run);
  }

  /** Replaces runs that are known by what they have become. One with signals may have grown, and is read again. */
  replace(runs: Iterable<WorkflowRun>): void {
    for (const run of runs) {
      if (!this.runs.delete(run.id)) continue;
      // Hardly anybody asks for a run that has ended.
      if (!hasWorkflowEnded(run.status) && run.signals.length === 0) this.set(run);
    }
  }

  private set(run: WorkflowRun): void {
    freezeSteps(run);
    this.runs.delete(run.id);
    this.runs.set(run.id, run);
    const [oldest] = this.runs.keys();
    if (this.runs.size > MOST_RUNS && oldest !== undefined) this.runs.delete(oldest);
  }
}

function textOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

interface Reads {
  /** Reads the versions of runs. */
  readonly version: (ids: readonly string[]) => Promise<readonly Row[]>;
  /** Reads whole runs. */
  readonly whole: (ids: readonly string[]) => Promise<readonly Row[]>;
  /** What stands for a run whose row is corrupt. Null: it is left out. */
  readonly ofCorrupt: (row: Row) => WorkflowRun | null;
}

/** Reads runs, of which those that are known are not read as a whole. Where none is, it is the same read as without any knowledge. */
export async function readKnown(
  known: KnownRuns,
  ids: readonly string[],
  { version, whole, ofCorrupt }: Reads,
): Promise<readonly WorkflowRun[]> {
  const fresh = (rows: readonly Row[]) =>
    rows.flatMap((row) => {
      const run = intactRun(row);
      if (run === null) return ofCorrupt(row) ?? [];
      known.keep(row, run);
      return run;
    });
  if (!ids.some((id) => known.has(id))) return fresh(await whole(ids));
  const found: WorkflowRun[] = [];
  const others: string[] = [];
  for (const row of await version(ids)) {
    const run = known.find(row);
    if (run === null) others.push(String(row['id']));
    else found.push(run);
  }
  return others.length === 0 ? found : [...found, ...fresh(await whole(others))];
}
