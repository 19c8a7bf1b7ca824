import { type DurationInput, WorkflowInvalid } from '@scheduler/contracts';
import { checkInput, having } from '@scheduler/contracts/adapter';
import type { StepContext } from '../declare/step-context.js';
import type { AnyStepOptions, StepFunction } from '../declare/step-options.js';
import type { WorkflowDefinition, WorkflowOptions } from '../declare/workflow-definition.js';
import type { WorkflowSchedule } from '../declare/workflow-schedule.js';
import { checkHead, compileWorkflow } from '../graph/compile-workflow.js';
import { StepList } from './declare-steps.js';

/** Something that keeps definitions, such as what `createWorkflows` returns. */
export interface DefinitionRegistry {
  register(definition: WorkflowDefinition): void;
}

/** Options of a step whose functions get a context without types of outputs, since its edges are names. */
export type NamedStepOptions = Omit<AnyStepOptions, 'when' | 'rollback'> & {
  readonly when?: (context: StepContext) => boolean | Promise<boolean>;
  readonly rollback?: (context: StepContext & { readonly output: unknown }) => unknown;
};

/**
 * A workflow as a chain of calls, with steps that are connected by name. It means the same as `defineWorkflow`, which knows the types of
 * outputs.
 *
 * @example
 * const sync = Workflow.new('nightly_sync')
 *   .step('fetch', () => fetchRows())
 *   .step('transform', ({ context }) => transform(context), { after: 'fetch' })
 *   .schedule({ cron: '0 3 * * *' })
 *   .register(workflows);
 */
export class Workflow {
  private readonly list: StepList;
  private readonly schedules: WorkflowSchedule[] = [];

  private constructor(
    private readonly name: string,
    private readonly options: WorkflowOptions,
  ) {
    this.list = new StepList(name);
  }

  static new(name: string, options: WorkflowOptions = {}): Workflow {
    checkHead(name, options);
    return new Workflow(name, options);
  }

  step(name: string, run: (context: StepContext) => unknown, options: NamedStepOptions = {}): this {
    this.list.step(name, run, options as AnyStepOptions);
    return this;
  }

  map(
    name: string,
    source: string | ((context: StepContext) => unknown),
    run: (context: StepContext & { readonly item: unknown; readonly index: number }) => unknown,
    options: NamedStepOptions = {},
  ): this {
    this.list.map(name, source, run, options as AnyStepOptions);
    return this;
  }

  approval(name: string, options: NamedStepOptions = {}): this {
    this.list.approval(name, options as AnyStepOptions);
    return this;
  }

  signal(name: string, options: NamedStepOptions = {}): this {
    this.list.signal(name, options as AnyStepOptions);
    return this;
  }

  sleep(
    name: string,
    until: DurationInput | ((context: StepContext) => unknown),
    options: NamedStepOptions = {},
  ): this {
    this.list.sleep(name, until as DurationInput | StepFunction, options as AnyStepOptions);
    return this;
  }

  workflow(
    name: string,
    child: WorkflowDefinition | string,
    input?: (context: StepContext) => unknown,
    options: NamedStepOptions = {},
  ): this {
    this.list.child(name, child, input, options as AnyStepOptions);
    return this;
  }

  job(
    name: string,
    type: string,
    payload?: (context: StepContext) => unknown,
    options: NamedStepOptions = {},
  ): this {
    this.list.job(name, type, payload, options as AnyStepOptions);
    return this;
  }

  agent(
    name: string,
    agent: string,
    input?: (context: StepContext) => unknown,
    options: NamedStepOptions = {},
  ): this {
    this.list.agent(name, agent, input, options as AnyStepOptions);
    return this;
  }

  /** Lets runs start by themselves. Each call adds a schedule. */
  schedule(schedule: WorkflowSchedule): this {
    this.schedules.push(schedule);
    return this;
  }

  /** The definition, checked as a whole. Throws WorkflowInvalid. */
  build(): WorkflowDefinition {
    const { schedule = [] } = this.options;
    const all = [...(Array.isArray(schedule) ? schedule : [schedule]), ...this.schedules];
    const options = { ...this.options, ...(all.length === 0 ? {} : { schedule: all }) };
    return compileWorkflow(this.name, options, this.list.declared) as WorkflowDefinition;
  }

  /** Checks the workflow as a whole and adds it to the workflows of the program. Returns the definition. */
  register(workflows: DefinitionRegistry): WorkflowDefinition {
    checkInput({
      value: workflows,
      check: having(['register'], 'what createWorkflows returned'),
      field: 'workflows',
      error: WorkflowInvalid,
    });
    const definition = this.build();
    workflows.register(definition);
    return definition;
  }
}
