import type { Execution, WorkflowGraphStep } from '@scheduler/contracts';
import { stepsOf } from '@scheduler/contracts/adapter';
import type { RunEvidence } from './run-evidence.js';

/** No step starts before those that it comes after have ended: by the state of the run, and by the executions themselves. */
export function* wrongOrder(of: RunEvidence): Iterable<string> {
  const { run, graph } = of;
  for (const step of graph.steps) {
    const since = run.steps[step.name]?.activeSince;
    if (since === undefined) continue;
    for (const before of step.after) yield* startedBefore(of, { step, before, since });
    yield* startedWithoutAny(of, step, since);
  }
}

interface Edge {
  readonly step: WorkflowGraphStep;
  readonly before: string;
  readonly since: number;
}

function* startedBefore(
  { run, graph, executions }: RunEvidence,
  { step, before, since }: Edge,
): Iterable<string> {
  const { endedAt = Infinity, round = 0 } = run.steps[before] ?? {};
  const subject = `step ${step.name} of workflow ${run.id} started`;
  if (endedAt > since) yield `${subject} before step ${before} had ended`;
  // The timer of somebody's decision may end after the decision.
  const kind = stepsOf(graph).byName.get(before)?.kind;
  if (kind === 'approval' || kind === 'signal') return;
  const open = executions.find(
    (one) => isWorkOf(one, before, round) && (one.finishedAt?.getTime() ?? Infinity) > since,
  );
  if (open !== undefined) yield `${subject} before execution ${open.id} of step ${before} had ended`;
}

function isWorkOf({ workflow: place }: Execution, step: string, round: number): boolean {
  return place?.step === step && place.phase === 'run' && place.round === round;
}

function* startedWithoutAny(
  { run }: RunEvidence,
  { name, afterAny }: WorkflowGraphStep,
  since: number,
): Iterable<string> {
  if (afterAny.length === 0) return;
  const hasWinner = afterAny.some((before) => {
    const { status, endedAt = Infinity } = run.steps[before] ?? {};
    return status === 'succeeded' && endedAt <= since;
  });
  if (!hasWinner)
    yield `step ${name} of workflow ${run.id} started before one of ${afterAny.join(', ')} had succeeded`;
}
