import type { WorkflowGraph, WorkflowRun } from '@scheduler/contracts';
import type { AdvancedRuns } from '@scheduler/contracts/adapter';

/** Runs of workflows, and the graphs that they are pinned to. */
export class WorkflowTable {
  readonly runs = new Map<string, WorkflowRun>();
  readonly graphs = new Map<string, WorkflowGraph>();
  private readonly listeners = new Set<(advanced: AdvancedRuns) => void>();

  /** How many runs of the tenant have not ended. */
  openOf(tenant: string): number {
    let open = 0;
    for (const run of this.runs.values()) if (run.tenant === tenant && run.endedAt === null) open += 1;
    return open;
  }

  listen(listener: (advanced: AdvancedRuns) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  notify(advanced: AdvancedRuns): void {
    for (const listener of this.listeners) listener(advanced);
  }
}
