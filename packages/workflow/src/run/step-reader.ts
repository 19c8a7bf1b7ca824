import type { Execution, JsonValue, WorkflowGraph, WorkflowRun } from '@scheduler/contracts';

/** Reads what steps need to start. */
export interface StepReader {
  /** Null: it was deleted. */
  run(id: string): Promise<WorkflowRun | null>;

  /** Null: it was deleted with its runs. */
  graph(hash: string): Promise<WorkflowGraph | null>;

  /** The output of the execution of a step that ended well, which later steps are likely to need again. Null: it was deleted, or has none. */
  outputOf(id: string): Promise<JsonValue>;

  /** The output of a map that ended well, by its execution, read once for the many steps that may come after it. */
  list(id: string, read: () => Promise<JsonValue>): Promise<JsonValue>;

  /** Executions as they are now, in the order of their ids. Null: it does not exist. */
  executions(ids: readonly string[]): Promise<readonly (Execution | null)[]>;
}

/** What was read for steps that were claimed together. */
export interface PreparedSteps {
  readonly runs: ReadonlyMap<string, WorkflowRun>;
  /** The executions of the steps before them that have ended well. */
  readonly executions: ReadonlyMap<string, Execution>;
}

/** A reader that knows already what was read after the claim of a step, and asks another one for the rest. */
export function readerWith({ runs, executions }: PreparedSteps, reader: StepReader): StepReader {
  return {
    run: async (id) => runs.get(id) ?? reader.run(id),
    graph: (hash) => reader.graph(hash),
    outputOf: async (id) => {
      const known = executions.get(id);
      return known === undefined ? reader.outputOf(id) : known.output;
    },
    list: (id, read) => reader.list(id, read),
    executions: (ids) => reader.executions(ids),
  };
}
