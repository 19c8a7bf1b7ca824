import type { ExecutionPolicy } from '../jobs/policies.js';
import type { Priority } from '../values/priority.js';

/**
 * What a step does. `function`, `job` and `agent` call something once, `map` calls a function for each item of a list, `workflow` starts
 * another workflow and waits for its end, `sleep` waits for an instant, and `approval` and `signal` wait for somebody.
 */
export type WorkflowStepKind =
  'function' | 'map' | 'approval' | 'signal' | 'sleep' | 'workflow' | 'job' | 'agent';

/** What follows when a step has failed for good. `fail`: the workflow fails. `skip`: as if its condition had been false. `continue`: its successors start without its output. */
export type OnStepError = 'fail' | 'skip' | 'continue';

/** What follows when nobody has decided or signalled in time. */
export type OnStepTimeout = 'fail' | 'skip' | 'approve' | 'reject';

/** The steps of a workflow as data: what a run is pinned to. The functions of its steps are found by name in the program. */
export interface WorkflowGraph {
  readonly name: string;
  /** Every step stands behind those that it comes after. */
  readonly steps: readonly WorkflowGraphStep[];
  /** How long a run may take. Null: any time. */
  readonly deadlineMs: number | null;
}

export interface WorkflowGraphStep {
  readonly name: string;
  readonly kind: WorkflowStepKind;
  /** It starts when all of these have ended well. A skipped one counts. */
  readonly after: readonly string[];
  /** It starts when the first of these has succeeded. Empty: this is no condition. */
  readonly afterAny: readonly string[];
  /** What happens when one of `after` is skipped: it runs all the same, or is skipped too. */
  readonly ifSkipped: 'run' | 'skip';
  /** What happens to the others of `afterAny` when the first one has succeeded. */
  readonly losers: 'finish' | 'cancel';
  readonly onError: OnStepError;
  /** Whether a function decides if it runs at all. */
  readonly hasCondition: boolean;
  readonly hasRollback: boolean;
  readonly queue: string;
  readonly priority: Priority;
  readonly policy: ExecutionPolicy;
  readonly rollbackPolicy: ExecutionPolicy;
  /** Executions of a tenant with the same key share a limit. Null: none. */
  readonly concurrencyKey: string | null;
  readonly concurrencyLimit: number | null;
  /** How many children of a map run at once. Null: any number. */
  readonly mapConcurrency: number | null;
  /** The signal that the step waits for. Null: it is no signal. */
  readonly signal: string | null;
  /** How long an approval or a signal waits. Null: without end. */
  readonly waitMs: number | null;
  readonly onTimeout: OnStepTimeout;
  /** How long a sleep lasts. Null: its function says until when. */
  readonly sleepMs: number | null;
  /** The workflow that the step starts. Null: it starts none. */
  readonly child: string | null;
}

/** Whether a step begins by waiting, for somebody or for an instant, so that its condition has to be asked before. */
export function beginsByWaiting({ kind, sleepMs }: WorkflowGraphStep): boolean {
  return kind === 'approval' || kind === 'signal' || (kind === 'sleep' && sleepMs !== null);
}

export interface WorkflowSteps {
  readonly byName: ReadonlyMap<string, WorkflowGraphStep>;
  /** All steps that come after a step, directly or through others. */
  readonly descendants: ReadonlyMap<string, ReadonlySet<string>>;
}

const known = new WeakMap<WorkflowGraph, WorkflowSteps>();

/** The steps of a graph by their names, computed once for each graph. */
export function stepsOf(graph: WorkflowGraph): WorkflowSteps {
  const found = known.get(graph);
  if (found !== undefined) return found;
  const steps = {
    byName: new Map(graph.steps.map((step) => [step.name, step])),
    descendants: allAfter(graph),
  };
  known.set(graph, steps);
  return steps;
}

/** The names of the steps that a step comes after directly. */
export function predecessorsOf({ after, afterAny }: WorkflowGraphStep): readonly string[] {
  return [...after, ...afterAny];
}

function allAfter({ steps }: WorkflowGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const descendants = new Map(steps.map(({ name }) => [name, new Set<string>()]));
  // From the last to the first, so that what comes after a step is complete when the step is reached.
  for (const step of [...steps].reverse())
    for (const before of predecessorsOf(step)) {
      const later = descendants.get(before);
      later?.add(step.name);
      for (const name of descendants.get(step.name) ?? []) later?.add(name);
    }
  return descendants;
}
