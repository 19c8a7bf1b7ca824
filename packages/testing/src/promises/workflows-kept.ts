import { hasWorkflowEnded, type WorkflowRun } from '@scheduler/contracts';
import { byKey } from './by-key.js';
import type { Evidence, WorkflowEvidence } from './evidence.js';
import type { RunEvidence } from './run-evidence.js';
import { effectsOfSteps } from './workflow-effects.js';
import { wrongEnd } from './workflow-ends.js';
import { wrongOrder } from './workflow-order.js';
import { wrongUndo } from './workflow-undo.js';

/**
 * W: each run ends as its steps demand. No step starts before those that it comes after have ended, each place of a run has one execution
 * with one effect, and what has to be undone is undone once, after what came after it.
 */
export function* workflowsKept(evidence: Evidence): Iterable<string> {
  const { workflows, executions } = evidence;
  if (workflows === undefined) return;
  const executionsByRun = byKey(executions, ({ workflow }) => workflow?.run ?? null);
  const acted = new Set(evidence.effects.map(({ executionId }) => executionId));
  yield* missingRuns(workflows);
  for (const run of workflows.runs) {
    const graph = workflows.graphs.get(run.graphHash);
    if (graph === undefined) {
      yield `workflow ${run.id} is pinned to graph ${run.graphHash}, which is not stored`;
      continue;
    }
    const own = executionsByRun.get(run.id) ?? [];
    const of = { run, graph, executions: own, hasEffect: (id: string) => acted.has(id) };
    yield* executedTwice(of);
    yield* effectsOfSteps(of, evidence.effects);
    if (hasWorkflowEnded(run.status)) yield* wrongEnd(of);
    else yield waiting(run);
    yield* wrongOrder(of);
    yield* wrongUndo(of);
  }
  yield* childrenNotUndone(workflows.runs);
}

function* missingRuns({ runs, started }: WorkflowEvidence): Iterable<string> {
  const stored = new Set(runs.map(({ id }) => id));
  for (const id of started)
    if (!stored.has(id)) yield `the start of workflow ${id} was confirmed, and it does not exist`;
}

function waiting({ id, name, status, steps }: WorkflowRun): string {
  const active = Object.entries(steps).filter(([, state]) => state.status === 'active');
  const names = active.map(([step]) => step).join(', ');
  return `workflow ${id} (${name}) is still ${status}; active steps: ${names === '' ? 'none' : names}`;
}

/** A place of a run has one execution, whoever adds it, so that a step has one success in each round. */
function* executedTwice({ run, executions }: RunEvidence): Iterable<string> {
  const places = byKey(executions, ({ workflow: place }) =>
    place === null ? null : `${place.step} ${place.index ?? ''} ${place.phase} ${place.round}`,
  );
  for (const [place, rows] of places)
    if (rows.length > 1)
      yield `workflow ${run.id} has ${rows.length} executions of ${place}: ${rows.map(({ id }) => id).join(', ')}`;
}

/** A child workflow that has completed is undone with the one that started it. */
function* childrenNotUndone(runs: readonly WorkflowRun[]): Iterable<string> {
  const byId = new Map(runs.map((run) => [run.id, run]));
  for (const { id, parent, status } of runs) {
    const above = parent === null ? undefined : byId.get(parent.runId);
    const hasCompleted = status === 'completed' || status === 'completed_with_errors';
    if (above?.status === 'compensated' && hasCompleted)
      yield `workflow ${id} is ${status}, although ${above.id}, which started it, is compensated`;
  }
}
