import { type DurationInput, WorkflowInvalid, type WorkflowStepKind } from '@scheduler/contracts';
import { accepting, checkInput, isPlainObject, listOf, oneOf } from '@scheduler/contracts/adapter';
import type { AnyStepOptions, StepFunction } from '../declare/step-options.js';
import type { WorkflowDefinition, WorkflowOptions } from '../declare/workflow-definition.js';
import { checkHead, compileWorkflow } from '../graph/compile-workflow.js';
import { StepList } from './declare-steps.js';

/** A step as data: its kind, what that kind needs, and its options beside it. Its edges are names. */
export type NamedStep = AnyStepOptions & { readonly name: string } & (
    | { readonly kind?: 'function'; readonly run: StepFunction }
    | { readonly kind: 'map'; readonly source: string | StepFunction; readonly run: StepFunction }
    | { readonly kind: 'approval' | 'signal' }
    | { readonly kind: 'sleep'; readonly until: DurationInput | StepFunction }
    | {
        readonly kind: 'workflow';
        readonly child: WorkflowDefinition | string;
        readonly input?: StepFunction;
      }
    | { readonly kind: 'job'; readonly type: string; readonly input?: StepFunction }
    | { readonly kind: 'agent'; readonly agent: string; readonly input?: StepFunction }
  );

const KINDS: readonly WorkflowStepKind[] = [
  'function',
  'map',
  'approval',
  'signal',
  'sleep',
  'workflow',
  'job',
  'agent',
];

/**
 * Defines a workflow from a list of steps, for graphs that come from data or from decorators.
 *
 * @example
 * const sync = workflowFromSteps('nightly_sync', {}, [
 *   { name: 'fetch', run: () => fetchRows() },
 *   { name: 'store', run: ({ context }) => store(context), after: 'fetch' },
 * ]);
 */
export function workflowFromSteps(
  name: string,
  options: WorkflowOptions,
  steps: readonly NamedStep[],
): WorkflowDefinition {
  checkHead(name, options);
  const check = listOf(
    accepting(isPlainObject, 'is not a step', '{ name, run, after }'),
    '[{ name, run, after }]',
  );
  checkInput({ value: steps, check, field: `${name}.steps`, error: WorkflowInvalid });
  const list = new StepList(name);
  for (const step of steps) {
    const field = `${name}.${String(step.name)}.kind`;
    checkInput({ value: step.kind ?? 'function', check: oneOf(...KINDS), field, error: WorkflowInvalid });
    declare(list, step);
  }
  return compileWorkflow(name, options, list.declared) as WorkflowDefinition;
}

function declare(list: StepList, step: NamedStep): void {
  switch (step.kind) {
    case 'map': {
      const { name, kind: _, source, run, ...options } = step;
      return void list.map(name, source, run, options);
    }
    case 'approval':
    case 'signal': {
      const { name, kind, ...options } = step;
      return void list[kind](name, options);
    }
    case 'sleep': {
      const { name, kind: _, until, ...options } = step;
      return void list.sleep(name, until, options);
    }
    case 'workflow': {
      const { name, kind: _, child, input, ...options } = step;
      return void list.child(name, child, input, options);
    }
    case 'job': {
      const { name, kind: _, type, input, ...options } = step;
      return void list.job(name, type, input, options);
    }
    case 'agent': {
      const { name, kind: _, agent, input, ...options } = step;
      return void list.agent(name, agent, input, options);
    }
    default: {
      const { name, kind: _, run, ...options } = step;
      return void list.step(name, run, options);
    }
  }
}
