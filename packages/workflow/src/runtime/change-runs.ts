import {
  type JsonObject,
  WorkflowInvalid,
  type WorkflowCommand,
  WorkflowNotFound,
  type WorkflowRun,
} from '@scheduler/contracts';
import { didYouMean, isPlainObject, type TenantScope } from '@scheduler/contracts/adapter';
import { toJsonValue } from '@scheduler/core';
import { readInput } from '../run/read-input.js';
import type { StepRuntime } from '../run/step-run.js';
import { findStep } from '../show/workflow-state.js';

/** Where a run is looked for. */
export interface Addressed {
  readonly id: string;
  readonly tenant: TenantScope;
}

/** Throws WorkflowNotFound. */
export async function findRun({ services }: StepRuntime, { id, tenant }: Addressed): Promise<WorkflowRun> {
  const run = await services.runs.get({ id, tenant });
  if (run === null) throw new WorkflowNotFound(id);
  return run;
}

/** Carries out a command. Throws WorkflowNotFound, and whatever the run has against it. */
export async function changeRun(
  { services, reader }: StepRuntime,
  { id, tenant }: Addressed,
  command: WorkflowCommand,
): Promise<WorkflowRun> {
  const run = await services.runs.change({ id, tenant, command });
  reader.runChanged();
  if (run === null) throw new WorkflowNotFound(id);
  return run;
}

/** The context as it is stored, if the schema of the workflow accepts the input with it. */
export async function checkedContext(
  runtime: StepRuntime,
  at: Addressed,
  given: unknown,
): Promise<JsonObject> {
  const context = (toJsonValue(given, 'context', WorkflowInvalid) ?? {}) as JsonObject;
  if (Object.keys(context).length === 0) return context;
  const { input, name } = await findRun(runtime, at);
  const definition = runtime.definitions.find(name);
  if (definition !== null)
    readInput(definition, { ...(isPlainObject(input) ? (input as JsonObject) : {}), ...context });
  return context;
}

/** Throws WorkflowInvalid where the workflow of the run has no such step. */
export async function checkSteps(
  runtime: StepRuntime,
  at: Addressed,
  steps: readonly string[],
): Promise<void> {
  const run = await findRun(runtime, at);
  const graph = await runtime.reader.graph(run.graphHash);
  if (graph === null) throw new WorkflowNotFound(at.id);
  const names = graph.steps.map(({ name }) => name);
  for (const step of steps) {
    if (findStep(graph, step) !== undefined) continue;
    const meant = didYouMean(step, names);
    throw new WorkflowInvalid({
      field: 'step',
      value: step,
      problem: `is not a step of workflow ${run.name}${meant === null ? '' : `; did you mean '${meant}'?`}`,
      accepted: names.join(', '),
    });
  }
}
