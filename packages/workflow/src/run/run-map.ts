import { type Execution, JobResult, type JsonValue, LeaseLost, WorkflowInvalid } from '@scheduler/contracts';
import type { StepContext } from '../declare/step-context.js';
import { checkedOutput } from './check-output.js';
import { answerOf, call, contextOf, needed, undoneBy } from './call-step.js';
import { childOfMap, childrenOfMap } from './read-outputs.js';
import type { StepRun } from './step-run.js';

/** How many children are added in one step of the store. */
const SLICE = 1_000;

/** Adds a child for each item of the list, and says with its output how many there are. */
export async function runMap(stepRun: StepRun, context: StepContext): Promise<JobResult> {
  const items = await listOf(stepRun, context);
  return addAll(stepRun, items, stepRun.run.steps[stepRun.step.name]?.children?.added ?? 0);
}

async function listOf(stepRun: StepRun, context: StepContext): Promise<readonly JsonValue[]> {
  const { step, code, run, runtime } = stepRun;
  const source = needed(stepRun, code.source, 'list');
  const list = typeof source === 'string' ? context.outputs(source) : await call(source, context);
  const field = `list of step ${step.name} of workflow ${run.name}`;
  if (!Array.isArray(list)) {
    const from = typeof source === 'string' ? `what step ${source} returned` : 'what its function returned';
    const value = typeof list === 'object' && list !== null ? undefined : list;
    throw new WorkflowInvalid({ field, value, problem: `is no list (${from})`, accepted: 'an array' });
  }
  return list.map((item, index) =>
    checkedOutput(item, {
      workflow: run.name,
      step: `${step.name}, item ${index}`,
      limit: runtime.outputLimit,
    }),
  );
}

/** Carries out the function of a map for one item. */
export async function runItem(stepRun: StepRun): Promise<JobResult> {
  const { job, place, code } = stepRun;
  const context = await contextOf(stepRun, { item: job.payload, index: place.index });
  return answerOf(stepRun, await call(needed(stepRun, code.run, 'function'), context));
}

/** Adds a rollback for each item that was worked on. */
export async function undoMap(stepRun: StepRun): Promise<JobResult> {
  const { reader, run, step } = stepRun;
  const children = await reader.executions(childrenOfMap(run, step.name));
  const undone = children.flatMap((child, index) => (child !== null && hasBegun(child) ? [{ index }] : []));
  return addAll(stepRun, undone, run.steps[step.name]?.undo?.children?.added ?? 0);
}

/** One whose node was lost before it stored a start may have had an effect. */
function hasBegun({ status, attempts, unstartedRescues }: Execution): boolean {
  const hasAttempt = attempts.some((attempt) => attempt.status !== 'discarded');
  return status === 'success' || hasAttempt || unstartedRescues > 0;
}

/** Undoes one item. */
export async function undoItem(stepRun: StepRun): Promise<JobResult> {
  const { reader, run, step, job, code } = stepRun;
  const { index } = job.payload as { readonly index: number };
  const [child] = await reader.executions([childOfMap(run, step.name, index)]);
  const output = child?.status === 'success' ? child.output : undefined;
  const context = await contextOf(stepRun, { item: child?.payload ?? null, index, output });
  return undoneBy(await call(needed(stepRun, code.rollback, 'rollback'), context));
}

/** What an earlier attempt has added stays, also where the list is shorter now. */
async function addAll(
  { runtime, attempt, place }: StepRun,
  payloads: readonly JsonValue[],
  added: number,
): Promise<JobResult> {
  const { executionId, fence } = attempt;
  for (let from = 0; from < payloads.length; from += SLICE) {
    attempt.signal.throwIfAborted();
    const isHeld = await runtime.services.runs.addChildren({
      execution: { id: executionId, fence, workflow: place },
      from,
      payloads: payloads.slice(from, from + SLICE),
    });
    if (!isHeld) throw new LeaseLost(executionId, fence);
    attempt.progress(Math.min(from + SLICE, payloads.length), payloads.length);
  }
  return JobResult.success({ total: Math.max(payloads.length, added) });
}
