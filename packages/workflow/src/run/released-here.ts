import type { Clock, Execution, WorkflowRun } from '@scheduler/contracts';
import type { AdvancedRuns } from '@scheduler/contracts/adapter';
import { FRESH_MS } from './read-ahead.js';

const MOST_RUNS = 2_000;
const MOST_RELEASES = 4_000;

interface Advanced {
  readonly run: WorkflowRun;
  readonly atMs: number;
}

/** A step as one claim holds it. */
export type ClaimedStep = Pick<Execution, 'id' | 'fence' | 'workflow'>;

/**
 * The runs that this process has advanced a moment ago, for the steps that it has released by it: these usually start here, and need not read
 * what was just written. A step whose run was paused and resumed since is available at another instant when it is claimed, and reads.
 */
export class ReleasedHere {
  /** In the order in which they were advanced last. */
  private readonly runs = new Map<string, Advanced>();
  /** When the executions are available that were released, in the order of their release. */
  private readonly releases = new Map<string, number>();
  /** The fences of those of them that this node has claimed as they were released. */
  private readonly claims = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  /** Called as soon as the change of runs is committed. */
  advanced({ runs, executions }: Pick<AdvancedRuns, 'runs' | 'executions'>): void {
    const atMs = this.clock.monotonicMs();
    for (const run of runs) {
      this.runs.delete(run.id);
      this.runs.set(run.id, { run, atMs });
    }
    for (const { id, availableAt } of executions) this.releases.set(id, availableAt.getTime());
    dropOldest(this.runs, MOST_RUNS);
    dropOldest(this.releases, MOST_RELEASES);
  }

  claimed(steps: readonly Execution[]): void {
    for (const { id, fence, availableAt } of steps) {
      const releasedAt = this.releases.get(id);
      if (releasedAt === undefined) continue;
      this.releases.delete(id);
      if (releasedAt === availableAt.getTime()) this.claims.set(id, fence);
    }
    dropOldest(this.claims, MOST_RELEASES);
  }

  /** The run of a step that was claimed, as this process has written it last. Null: it has to be read. */
  runOf({ id, fence, workflow }: ClaimedStep): WorkflowRun | null {
    if (workflow === null || this.claims.get(id) !== fence) return null;
    const known = this.runs.get(workflow.run);
    if (known === undefined || this.clock.monotonicMs() - known.atMs > FRESH_MS) return null;
    return known.run;
  }

  /** The step has started. */
  forget({ id }: Pick<ClaimedStep, 'id'>): void {
    this.claims.delete(id);
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
