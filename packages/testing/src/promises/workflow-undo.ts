import type { Execution, WorkflowGraphStep } from '@scheduler/contracts';
import { stepsOf } from '@scheduler/contracts/adapter';
import { callsFunction, shownPlace } from './workflow-effects.js';
import type { RunEvidence } from './run-evidence.js';

/** Whether a step of a run that is undone has to be undone: it succeeded, or began and did not succeed. */
export function mustBeUndone({ run }: RunEvidence, { name, kind, hasRollback }: WorkflowGraphStep): boolean {
  const { status, began, undo } = run.steps[name] ?? {};
  if (kind === 'workflow') return undo !== undefined;
  return hasRollback && (status === 'succeeded' || began === true);
}

/** What has to be undone is undone once, after everything that came after it, and nothing else is undone. */
export function* wrongUndo(of: RunEvidence): Iterable<string> {
  const { run, graph, executions } = of;
  // Before it was tried again, a run may have been undone.
  if (run.round > 0) return;
  const undos = executions.filter(({ workflow: place }) => place?.phase === 'undo');
  if (run.stop?.rollback !== true) {
    for (const undo of undos)
      yield `${shownPlace(undo)} of workflow ${run.id} exists, and nothing of it is undone`;
    return;
  }
  if (run.status !== 'compensated') return;
  for (const step of graph.steps) {
    if (step.hasRollback) yield* effectsNotUndone(of, step, undos);
    yield* undoneTooEarly(of, step);
  }
}

/** Each effect of a step has one rollback that succeeded, whatever became of the execution that had the effect. */
function* effectsNotUndone(
  of: RunEvidence,
  { name, kind }: WorkflowGraphStep,
  undos: readonly Execution[],
): Iterable<string> {
  const done = of.executions.filter(
    (one) =>
      one.workflow?.step === name &&
      one.workflow.phase === 'run' &&
      callsFunction(of, one) &&
      of.hasEffect(one.id),
  );
  const succeeded = undos.filter(
    (one) => one.workflow?.step === name && one.status === 'success' && callsFunction(of, one),
  );
  if (kind === 'map' ? succeeded.length < done.length : done.length > 0 && succeeded.length === 0)
    yield `step ${name} of workflow ${of.run.id} had ${done.length} effects, and ${succeeded.length} rollbacks of it succeeded`;
  if (kind !== 'map' && succeeded.length > 1)
    yield `step ${name} of workflow ${of.run.id} was undone ${succeeded.length} times`;
}

function* undoneTooEarly(
  { run, graph, executions }: RunEvidence,
  { name }: WorkflowGraphStep,
): Iterable<string> {
  const since = run.steps[name]?.undo?.activeSince;
  if (since === undefined) return;
  for (const later of stepsOf(graph).descendants.get(name) ?? []) {
    const undo = run.steps[later]?.undo;
    if (undo !== undefined && (undo.endedAt ?? Infinity) > since)
      yield `step ${name} of workflow ${run.id} was undone before step ${later}, which comes after it`;
  }
  for (const { id, workflow: place, finishedAt } of executions)
    if (place?.step === name && place.phase === 'run' && (finishedAt?.getTime() ?? Infinity) > since)
      yield `step ${name} of workflow ${run.id} was undone before its execution ${id} had ended`;
}
