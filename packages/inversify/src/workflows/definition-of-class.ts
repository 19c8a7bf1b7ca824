import { WorkflowInvalid } from '@scheduler/contracts';
import { didYouMean, isPlainObject } from '@scheduler/contracts/adapter';
import {
  type NamedStep,
  type StepFunction,
  type WorkflowDefinition,
  workflowFromSteps,
} from '@scheduler/workflow';
import type { StepMethodOptions } from './step-method-options.js';
import { type StepOfMethod, workflowMetadataOf } from './workflow-class.js';

interface WorkflowClass {
  readonly name: string;
}

/** The name and the options of the workflow that a class is. Throws WorkflowInvalid if its decorators do not make it one. */
export function workflowOfClass(workflowClass: WorkflowClass) {
  const { workflow, steps } = workflowMetadataOf(workflowClass);
  const extra = workflow?.options?.steps ?? [];
  if (workflow !== null && steps.length + extra.length > 0) return { ...workflow, methods: steps };
  throw new WorkflowInvalid({
    field: workflowClass.name,
    value: undefined,
    problem: workflow === null ? 'has no decorator of workflows' : 'has no step',
    accepted: "@workflow('name') on the class, and @step() on its methods",
  });
}

/** The workflow that a class is, with the methods of an instance as the functions of its steps. */
export function definitionOfClass(workflowClass: WorkflowClass, instance: object): WorkflowDefinition {
  const { name, options, methods } = workflowOfClass(workflowClass);
  if (!isPlainObject(options)) return workflowFromSteps(name, options, []);
  const { steps = [], ...others } = options;
  const ofMethods = methods.map((method) => stepOf(new Methods(workflowClass.name, instance), method));
  return workflowFromSteps(name, others, [...ofMethods, ...steps]);
}

function stepOf(methods: Methods, { method, options: given }: StepOfMethod): NamedStep {
  const { name = method, when, rollback, ...options } = given;
  const head = {
    name,
    ...(when === undefined
      ? {}
      : { when: typeof when === 'string' ? methods.find(when, method, 'when') : (when as StepFunction) }),
    ...(rollback === undefined ? {} : { rollback: rollbackOf(methods, method, rollback) }),
  };
  const run = methods.find(method, method, 'step');
  switch (options.kind) {
    case 'map':
      return { ...options, ...head, run };
    case 'sleep':
      return { ...options, ...head, until: run };
    case 'workflow':
    case 'job':
    case 'agent':
      return { ...options, ...head, input: run };
    default:
      // Also for a kind that does not exist, or that calls no method: the compiler of the graph refuses it by its name.
      return { ...options, ...head, run };
  }
}

function rollbackOf(methods: Methods, step: string, rollback: NonNullable<StepMethodOptions['rollback']>) {
  if (typeof rollback === 'string') return methods.find(rollback, step, 'rollback');
  const { method, ...options } = rollback;
  return { ...options, run: methods.find(method, step, 'rollback.method') };
}

/** The methods of an instance, as functions that can be called without it. */
class Methods {
  constructor(
    private readonly className: string,
    private readonly instance: object,
  ) {}

  /** Throws WorkflowInvalid where there is no such method, with the option of the step that names it. */
  find(name: string, step: string, option: string): StepFunction {
    const found: unknown = (this.instance as Readonly<Record<string, unknown>>)[name];
    if (typeof found === 'function') return (context) => found.call(this.instance, context) as unknown;
    const meant = typeof name === 'string' ? didYouMean(name, methodNames(this.instance)) : null;
    throw new WorkflowInvalid({
      field: `${this.className}.${step}, ${option}`,
      value: name,
      problem: `is not a method of ${this.className}${meant === null ? '' : `; did you mean '${meant}'?`}`,
      accepted: 'the name of a method',
    });
  }
}

function methodNames(instance: object): readonly string[] {
  const names: string[] = [];
  for (let at: object | null = instance; at !== null && at !== Object.prototype; at = prototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  return names.filter((name) => name !== 'constructor');
}

function prototypeOf(value: object): object | null {
  return Object.getPrototypeOf(value) as object | null;
}
