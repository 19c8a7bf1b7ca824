import type { Execution, JsonValue, WorkflowGraph, WorkflowRun } from '@scheduler/contracts';
import type { WorkflowRepository } from '@scheduler/contracts/adapter';
import { TickBatch } from './tick-batch.js';

/** How many executions one read asks for at most. */
const SLICE = 1_000;
const MOST_GRAPHS = 1_000;
const MOST_KEPT = 256;
const MOST_LISTS = 16;

/**
 * Reads what steps need to start. Steps that start together share their reads; graphs are read once; and outputs that many steps need, such
 * as the list of a map, are kept for a while: a success never changes.
 */
export class RunReader {
  private readonly graphs = new Map<string, WorkflowGraph>();
  private readonly kept = new Map<string, Execution>();
  private readonly lists = new Map<string, Promise<JsonValue>>();
  private readonly runs: TickBatch<string, WorkflowRun>;
  private readonly executionBatch: TickBatch<string, Execution>;

  constructor(private readonly repository: WorkflowRepository) {
    this.runs = new TickBatch((ids) => this.readRuns(ids));
    this.executionBatch = new TickBatch((ids) => this.readExecutions(ids));
  }

  /** Null: it was deleted. */
  run(id: string): Promise<WorkflowRun | null> {
    return this.runs.get(id);
  }

  /** Null: it was deleted with its runs. */
  async graph(hash: string): Promise<WorkflowGraph | null> {
    const known = this.graphs.get(hash);
    if (known !== undefined) return known;
    const graph = await this.repository.graph(hash);
    if (graph !== null) keep(this.graphs, { key: hash, value: graph, most: MOST_GRAPHS });
    return graph;
  }

  /** The execution of a step that ended well, which later steps are likely to need again. */
  async succeeded(id: string): Promise<Execution | null> {
    const known = this.kept.get(id);
    if (known !== undefined) return known;
    const execution = await this.executionBatch.get(id);
    if (execution?.status === 'success') keep(this.kept, { key: id, value: execution, most: MOST_KEPT });
    return execution;
  }

  /** The output of a map that ended well, by its execution, read once for the many steps that may come after it. */
  list(id: string, read: () => Promise<JsonValue>): Promise<JsonValue> {
    const known = this.lists.get(id);
    if (known !== undefined) return known;
    const list = read();
    keep(this.lists, { key: id, value: list, most: MOST_LISTS });
    list.catch(() => this.lists.delete(id));
    return list;
  }

  /** Executions as they are now, in the order of their ids. Null: it does not exist. */
  async executions(ids: readonly string[]): Promise<readonly (Execution | null)[]> {
    const found = await this.readExecutions(ids);
    return ids.map((id) => found.get(id) ?? null);
  }

  private async readRuns(ids: readonly string[]): Promise<ReadonlyMap<string, WorkflowRun>> {
    const runs = await Promise.all(ids.map((id) => this.repository.get({ id, tenant: null })));
    return new Map(runs.flatMap((run) => (run === null ? [] : [[run.id, run] as const])));
  }

  private async readExecutions(ids: readonly string[]): Promise<ReadonlyMap<string, Execution>> {
    const found = new Map<string, Execution>();
    for (let from = 0; from < ids.length; from += SLICE) {
      const slice = await this.repository.executions({ ids: ids.slice(from, from + SLICE) });
      for (const execution of slice) found.set(execution.id, execution);
    }
    return found;
  }
}

/** The oldest makes room for the newest. */
function keep<TValue>(
  kept: Map<string, TValue>,
  { key, value, most }: { readonly key: string; readonly value: TValue; readonly most: number },
): void {
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
