import type { WorkflowRun, WorkflowStepState } from './workflow-run.js';

/** A state is never changed, but replaced by another one. */
const texts = new WeakMap<WorkflowStepState, string>();

/** The states of the steps of a run as JSON. Those that are as they were when the run was written last are not made into text again. */
export function stepsToJson(steps: WorkflowRun['steps']): string {
  const members = Object.keys(steps).map((name) => `${JSON.stringify(name)}:${textOf(steps[name])}`);
  return `{${members.join(',')}}`;
}

function textOf(state: WorkflowStepState | undefined): string {
  if (state === undefined) return 'null';
  const known = texts.get(state);
  if (known !== undefined) return known;
  const text = JSON.stringify(state);
  texts.set(state, text);
  return text;
}
