import type { Logger, WorkflowGraph } from '@scheduler/contracts';
import type { AdvancedRuns } from '@scheduler/contracts/adapter';
import { KnownRuns } from './known-runs.js';

/** How many graphs a process keeps at most. */
const MOST_GRAPHS = 500;

type Listener = (advanced: AdvancedRuns) => void;

/** What the repositories of one store share about runs of workflows in this process. */
export class LocalRuns {
  readonly known = new KnownRuns();
  private readonly listeners = new Set<Listener>();
  private readonly graphs = new Map<string, WorkflowGraph>();
  private readonly lastOf = new Map<string, Promise<unknown>>();

  constructor(private readonly logger: Logger) {}

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** What a listener throws must not reach the caller, whose change is written. */
  notify(advanced: AdvancedRuns): void {
    for (const listener of this.listeners)
      try {
        listener(advanced);
      } catch (error) {
        this.logger.error('a listener of workflows failed', { error: String(error) });
      }
  }

  /** A graph never changes, because its hash is its name. */
  keepGraph(hash: string, graph: WorkflowGraph): void {
    const oldest = this.graphs.keys().next();
    if (this.graphs.size >= MOST_GRAPHS && oldest.done !== true) this.graphs.delete(oldest.value);
    this.graphs.set(hash, graph);
  }

  graph(hash: string): WorkflowGraph | undefined {
    return this.graphs.get(hash);
  }

  /** Does work on trees of runs one after the other, so that the calls of one process do not conflict with each other. */
  async inTurn<T>(roots: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = roots.flatMap((root) => this.lastOf.get(root) ?? []);
    const turn = Promise.all(before).then(work);
    const end = turn.then(
      () => undefined,
      () => undefined,
    );
    for (const root of roots) this.lastOf.set(root, end);
    try {
      return await turn;
    } finally {
      for (const root of roots) if (this.lastOf.get(root) === end) this.lastOf.delete(root);
    }
  }
}
