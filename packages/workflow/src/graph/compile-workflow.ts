import { toMilliseconds, WorkflowInvalid } from '@scheduler/contracts';
import { checkInput, isFunction } from '@scheduler/contracts/adapter';
import type { DeclaredStep } from '../declare/declared-step.js';
import { asDefinition } from '../declare/is-definition.js';
import { jobsOfSchedules } from '../declare/workflow-schedule.js';
import type { StepCode, WorkflowDefinition, WorkflowOptions } from '../declare/workflow-definition.js';
import { workflowName, workflowOptions } from './check-options.js';
import { compileStep } from './compile-step.js';
import { graphHash } from './graph-hash.js';
import { orderSteps } from './order-steps.js';

/** Checks a workflow and compiles it. Every way to define one leads here. Throws WorkflowInvalid with everything that is wrong named. */
export function compileWorkflow<TInput>(
  name: string,
  options: WorkflowOptions<TInput>,
  declared: readonly DeclaredStep[],
): WorkflowDefinition<TInput> {
  checkHead(name, options);
  const compiled = declared.map((step) => compileStep(name, step, options));
  const graph = Object.freeze({
    name,
    steps: orderSteps(name, compiled),
    deadlineMs: options.deadline === undefined ? null : toMilliseconds(options.deadline),
  });
  return asDefinition({
    name,
    graph,
    graphHash: graphHash(graph),
    steps: new Map(declared.map((step) => [step.name, codeOf(name, step)])),
    input: options.input ?? null,
    attributes: options.attributes ?? {},
    jobs: jobsOfSchedules(name, options.schedule),
  });
}

/** Throws WorkflowInvalid for a name or options that no workflow can have, before its steps are even asked for. */
export function checkHead(name: unknown, options: unknown): void {
  checkInput({ value: name, check: workflowName, field: 'workflow', error: WorkflowInvalid });
  checkInput({ value: options, check: workflowOptions, field: name as string, error: WorkflowInvalid });
}

function codeOf(workflow: string, { name, options, code }: DeclaredStep): StepCode {
  const { when, rollback } = options;
  for (const [part, value] of Object.entries(code)) {
    if (!FUNCTIONS.has(part) || (part === 'source' && typeof value === 'string')) continue;
    const field = `${workflow}.${name}${part === 'run' ? '' : `.${part}`}`;
    checkInput({ value, check: isFunction('a function'), field, error: WorkflowInvalid });
  }
  return {
    ...code,
    ...(when === undefined ? {} : { when }),
    ...(rollback === undefined ? {} : { rollback: typeof rollback === 'function' ? rollback : rollback.run }),
  };
}

const FUNCTIONS: ReadonlySet<string> = new Set(['run', 'source', 'until', 'inputOf']);
