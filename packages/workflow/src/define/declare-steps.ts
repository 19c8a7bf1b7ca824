import { type DurationInput, toMilliseconds, WorkflowInvalid } from '@scheduler/contracts';
import { accepting, type Check, checkInput, duration, text } from '@scheduler/contracts/adapter';
import type { DeclaredStep } from '../declare/declared-step.js';
import { isDefinition } from '../declare/is-definition.js';
import type { StepHandle } from '../declare/step-handle.js';
import type { AnyStepOptions, StepFunction } from '../declare/step-options.js';
import type { StepCode, WorkflowDefinition } from '../declare/workflow-definition.js';

type Kind = DeclaredStep['kind'];

/** Writes down the steps of a workflow, in the one form that is compiled. It knows nothing of types: the builder in front of it does. */
export class StepList {
  readonly declared: DeclaredStep[] = [];

  constructor(private readonly workflow: string) {}

  step(name: string, run: StepFunction, options: AnyStepOptions = {}): StepHandle {
    return this.add('function', name, options, { run });
  }

  map(
    name: string,
    source: StepHandle | string | StepFunction,
    run: StepFunction,
    options: AnyStepOptions = {},
  ): StepHandle {
    this.check(`${name}.source`, source, mapSource);
    const list = typeof source === 'object' ? source.name : source;
    return this.add('map', name, options, { run, source: list });
  }

  approval(name: string, options: AnyStepOptions = {}): StepHandle {
    return this.add('approval', name, options, {});
  }

  signal(name: string, options: AnyStepOptions = {}): StepHandle {
    return this.add('signal', name, options, {});
  }

  sleep(name: string, until: DurationInput | StepFunction, options: AnyStepOptions = {}): StepHandle {
    if (typeof until === 'function') return this.add('sleep', name, options, { until });
    this.check(`${name}.duration`, until, duration());
    const declared = { name, kind: 'sleep', options, code: {}, sleepMs: toMilliseconds(until) } as const;
    return this.push(declared);
  }

  child(
    name: string,
    child: WorkflowDefinition | string,
    inputOf?: StepFunction,
    options: AnyStepOptions = {},
  ): StepHandle {
    this.check(`${name}.workflow`, child, childWorkflow);
    return this.add('workflow', name, options, { child, ...inputPart(inputOf) });
  }

  job(name: string, type: string, inputOf?: StepFunction, options: AnyStepOptions = {}): StepHandle {
    this.check(`${name}.type`, type, target);
    return this.add('job', name, options, { job: type, ...inputPart(inputOf) });
  }

  agent(name: string, agent: string, inputOf?: StepFunction, options: AnyStepOptions = {}): StepHandle {
    this.check(`${name}.agent`, agent, target);
    return this.add('agent', name, options, { agent, ...inputPart(inputOf) });
  }

  private add(kind: Kind, name: string, options: AnyStepOptions, code: StepCode): StepHandle {
    return this.push({ name, kind, options, code });
  }

  private push(step: DeclaredStep): StepHandle {
    this.declared.push(step);
    return Object.freeze({ name: step.name });
  }

  private check(field: string, value: unknown, check: Check): void {
    checkInput({ value, check, field: `${this.workflow}.${field}`, error: WorkflowInvalid });
  }
}

function inputPart(inputOf: StepFunction | undefined): Pick<StepCode, 'inputOf'> {
  return inputOf === undefined ? {} : { inputOf };
}

const target = text(128);

const mapSource: Check = accepting(
  (value) =>
    typeof value === 'function' ||
    (typeof value === 'string' && value !== '') ||
    typeof (value as { readonly name?: unknown } | null)?.name === 'string',
  'is not where a list comes from',
  'a step that returns a list, its name, or a function that returns a list',
);

const childWorkflow: Check = accepting(
  (value) => (typeof value === 'string' && value !== '') || isDefinition(value),
  'is not a workflow',
  'what defineWorkflow returned, or the name of a workflow',
);
