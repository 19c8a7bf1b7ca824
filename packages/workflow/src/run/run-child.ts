import { JobResult, WorkflowAlreadyExists } from '@scheduler/contracts';
import type { StepContext } from '../declare/step-context.js';
import { call, needed } from './call-step.js';
import { startRun } from './start-run.js';
import type { StepRun } from './step-run.js';

/** Starts the workflow of a step. Its run has the id of the execution, so that another attempt starts nothing new. */
export async function runChild(stepRun: StepRun, context: StepContext): Promise<JobResult> {
  const { runtime, run, place, attempt, code } = stepRun;
  const child = needed(stepRun, code.child, 'workflow');
  const definition = typeof child === 'string' ? runtime.definitions.get(child) : child;
  const id = attempt.executionId;
  const input = code.inputOf === undefined ? null : await call(code.inputOf, context);
  const { run: parentRun, root, step } = place;
  try {
    await startRun(runtime.services.runs, {
      definition,
      id,
      input,
      tenant: run.tenant,
      attributes: run.attributes,
      parent: { run: parentRun, root, step },
      trace: run.trace,
    });
  } catch (error) {
    // An earlier attempt has started it, with an input that its function returns only once, such as the time.
    if (!(error instanceof WorkflowAlreadyExists) || error.difference !== 'input') throw error;
  }
  return JobResult.success({ workflowId: id });
}
