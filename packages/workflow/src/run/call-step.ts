import { isJobResult, JobResult, WorkflowInvalid } from '@scheduler/contracts';
import type { StepContext } from '../declare/step-context.js';
import type { StepFunction } from '../declare/step-options.js';
import { checkedOutput } from './check-output.js';
import { readInput } from './read-input.js';
import { outputsBefore } from './read-outputs.js';
import type { StepRun } from './step-run.js';
import { surroundingsOf } from './step-surroundings.js';

/** The context of the functions of a step, with the outputs before it. */
export async function contextOf(stepRun: StepRun, more: object | null = null): Promise<StepContext> {
  const { runtime, reader, run, graph, step, definition, attempt } = stepRun;
  const outputs = await outputsBefore(reader, { run, graph, step });
  const input = readInput(definition, run.input);
  return surroundingsOf({ run, step, input, outputs, attempt, outputLimit: runtime.outputLimit }, more);
}

/** The function of a step that its kind needs. Throws WorkflowInvalid where the program has another kind of step under its name by now. */
export function needed<TPart>(stepRun: StepRun, part: TPart | undefined, what: string): TPart {
  if (part !== undefined) return part;
  const { definition, step } = stepRun;
  throw new WorkflowInvalid({
    field: `${definition.name}.${step.name}`,
    value: undefined,
    problem: `was ${step.kind === 'agent' || step.kind === 'approval' ? 'an' : 'a'} ${step.kind} when the run started, and has no ${what} in this version of the program`,
    accepted: 'another name for a step that became another one',
  });
}

/** Whether the condition of a step holds. A step that had none when the run started has none. */
export async function isWanted({ step, code }: StepRun, context: StepContext): Promise<boolean> {
  if (!step.hasCondition || code.when === undefined) return true;
  const answer = await call(code.when, context);
  if (typeof answer === 'boolean') return answer;
  throw new WorkflowInvalid({
    field: `when of step ${step.name} of workflow ${context.workflow}`,
    value: answer,
    problem: 'answered neither true nor false',
    accepted: 'a function that returns true or false',
  });
}

export function call(run: StepFunction, context: StepContext): unknown {
  return run(context as never);
}

/** The end of a rollback. It has no output, but may say by a JobResult that it failed or wants to be called later. */
export function undoneBy(answer: unknown): JobResult {
  return isJobResult(answer) && answer.kind !== 'succeeded' ? answer : JobResult.success();
}

/** What a function returned, with its output checked. */
export function answerOf({ runtime, run, step }: StepRun, answer: unknown): JobResult {
  const rule = { workflow: run.name, step: step.name, limit: runtime.outputLimit };
  if (!isJobResult(answer)) return JobResult.success(checkedOutput(answer, rule));
  if (answer.kind !== 'succeeded') return answer;
  return JobResult.success(checkedOutput(answer.output, rule));
}
