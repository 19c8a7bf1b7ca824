import {
  type Execution,
  executionStatuses,
  type WorkflowGraphStep,
  type WorkflowStatus,
} from '@scheduler/contracts';
import { callsFunction, shownPlace } from './workflow-effects.js';
import { mustBeUndone } from './workflow-undo.js';
import type { RunEvidence } from './run-evidence.js';

/** The status of a run that has ended is the one that its steps demand, and nothing of it goes on. */
export function* wrongEnd(of: RunEvidence): Iterable<string> {
  const { run, graph, executions } = of;
  const expected = expectedStatus(of);
  if (run.status !== expected) yield `workflow ${run.id} is ${run.status}, and must be ${expected}`;
  for (const { name } of graph.steps) {
    const status = run.steps[name]?.status ?? 'waiting';
    if (status === 'waiting' || status === 'active')
      yield `workflow ${run.id} is ${run.status}, and its step ${name} is ${status}`;
  }
  for (const execution of executions)
    if (!executionStatuses.isFinal(execution.status))
      yield `workflow ${run.id} is ${run.status}, and ${shownPlace(execution)} is ${execution.status}`;
  for (const step of graph.steps) yield* wrongStep(of, step);
}

function expectedStatus(of: RunEvidence): WorkflowStatus {
  const { run, graph } = of;
  const failed = graph.steps.filter(({ name }) => run.steps[name]?.status === 'failed');
  if (run.stop === null) {
    if (failed.some(({ onError }) => onError === 'fail')) return 'failed';
    return failed.length > 0 ? 'completed_with_errors' : 'completed';
  }
  const { rollback, cause } = run.stop;
  if (rollback && graph.steps.some((step) => mustBeUndone(of, step))) {
    const hasFailed = graph.steps.some(({ name }) => run.steps[name]?.undo?.status === 'failed');
    return hasFailed ? 'compensation_failed' : 'compensated';
  }
  if (cause === 'failure' || cause === 'deadline') return 'failed';
  return rollback ? 'compensated' : 'cancelled';
}

/** A step has succeeded if its execution has, and only then. */
function* wrongStep(of: RunEvidence, { name, kind }: WorkflowGraphStep): Iterable<string> {
  const state = of.run.steps[name];
  const execution = of.executions.find(({ id }) => id === state?.executionId);
  if (state === undefined || execution === undefined) return;
  if (kind === 'map') return yield* wrongMap(of, name);
  if (!callsFunction(of, execution)) return;
  const hasSucceeded = state.status === 'succeeded';
  if (hasSucceeded !== (execution.status === 'success'))
    yield `step ${name} of workflow ${of.run.id} is ${state.status}, and its execution is ${execution.status}`;
}

/** A map counts each of its items once. */
function* wrongMap({ run, executions }: RunEvidence, name: string): Iterable<string> {
  const { children, round, status } = run.steps[name] ?? {};
  if (children === undefined) return;
  const items = executions.filter(
    ({ workflow: place }) =>
      place?.step === name && place.index !== null && place.phase === 'run' && place.round === round,
  );
  const having = (test: (item: Execution) => boolean) => items.filter(test).length;
  const actual = {
    added: items.length,
    ended: having((item) => executionStatuses.isFinal(item.status)),
    failed: having((item) => executionStatuses.isFinal(item.status) && item.status !== 'success'),
  };
  for (const key of Object.keys(actual) as (keyof typeof actual)[])
    if (children[key] !== actual[key])
      yield `map ${name} of workflow ${run.id} counts ${children[key]} ${key} items, and there are ${actual[key]}`;
  if (status === 'succeeded' && children.total !== items.length)
    yield `map ${name} of workflow ${run.id} has succeeded with ${items.length} of ${children.total} items`;
}
