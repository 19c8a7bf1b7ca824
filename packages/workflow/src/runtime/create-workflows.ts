import {
  ConfigurationInvalid,
  type Execution,
  type JobHandler,
  type JobType,
  NotOpen,
  type ScheduleDefinition,
  type StartedWorkflow,
  type StartWorkflow,
  type WorkflowDispatcher,
  WorkflowInvalid,
} from '@scheduler/contracts';
import {
  accepting,
  type AdvancedRuns,
  type Check,
  checkInput,
  fields,
  listOf,
  optional,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import { argument, checkArguments, MAX_JSON_BYTES, throwing, type WorkflowServices } from '@scheduler/core';
import { isDefinition } from '../declare/is-definition.js';
import type { WorkflowDefinition } from '../declare/workflow-definition.js';
import { Definitions } from '../run/definitions.js';
import { RunReader } from '../run/run-reader.js';
import { startRootRun } from '../run/start-run.js';
import { StepHandler } from '../run/step-handler.js';
import type { StepRuntime } from '../run/step-run.js';
import { ScopedRuns } from './scoped-runs.js';
import type { Workflows } from './workflows.js';

export interface WorkflowsOptions {
  readonly definitions: readonly WorkflowDefinition[];
  /** The largest output of a step, in bytes of JSON. Default and maximum: 256 KB. */
  readonly outputLimit?: number;
}

const definition: Check = accepting(isDefinition, 'is not a workflow', 'what defineWorkflow returned');

const OPTIONS: Check = fields(
  {
    definitions: listOf(definition, '[defineWorkflow(…), …]'),
    outputLimit: optional(wholeNumber(1, MAX_JSON_BYTES)),
  } satisfies Record<keyof WorkflowsOptions, Check>,
  '{ definitions }',
);

/**
 * The workflows of a program, for a node on a store that keeps runs.
 *
 * @example
 * const workflows = createWorkflows({ definitions: [onboarding] });
 * const node = createSchedulerNode({ store, workflows });
 * await node.start();
 * const run = await workflows.start(onboarding, { email: 'ada@example.com' });
 */
export function createWorkflows(options: WorkflowsOptions): Workflows {
  checkInput({ value: options, check: OPTIONS, field: 'options', error: WorkflowInvalid });
  return new ProgramWorkflows(options);
}

class ProgramWorkflows extends ScopedRuns implements Workflows {
  static {
    checkArguments<Pick<Workflows, 'register'>>(ProgramWorkflows, {
      register: throwing(WorkflowInvalid, argument('definition', definition)),
    });
  }

  readonly handlers: readonly JobHandler[];
  readonly dispatcher: WorkflowDispatcher;
  private readonly outputLimit: number;
  private attached: StepRuntime | null = null;

  constructor({ definitions: given, outputLimit = MAX_JSON_BYTES }: WorkflowsOptions) {
    const definitions = new Definitions();
    for (const one of given) definitions.add(one);
    super(definitions, () => this.attachedRuntime(), null);
    this.outputLimit = outputLimit;
    this.handlers = [
      new StepHandler(
        definitions,
        () => this.attachedRuntime(),
        (type) => this.attached?.services.handlers.supports(type as JobType) ?? true,
      ),
    ];
    this.dispatcher = { start: (request) => this.dispatch(request) };
  }

  get jobs(): readonly ScheduleDefinition[] | null {
    const jobs = this.definitions.all().flatMap((one) => one.jobs);
    return jobs.length === 0 ? null : jobs;
  }

  register(added: WorkflowDefinition): void {
    if (this.attached !== null && added.jobs.length > 0 && this.definitions.find(added.name) !== added)
      throw new WorkflowInvalid({
        field: `${added.name}.schedule`,
        value: undefined,
        problem: 'comes too late: the node has declared the schedules of its workflows when it was created',
        accepted: 'a registration before createSchedulerNode',
      });
    this.definitions.add(added);
    if (this.attached !== null) this.definitions.checkChildren();
  }

  attach(services: WorkflowServices): void {
    if (this.attached !== null)
      throw new ConfigurationInvalid({
        field: 'workflows',
        value: undefined,
        problem: 'belong to another node already',
        accepted: 'createWorkflows for each node, with the same definitions',
      });
    this.definitions.checkChildren();
    this.attached = {
      services,
      definitions: this.definitions,
      reader: new RunReader(services.runs, services.clock),
      outputLimit: this.outputLimit,
    };
  }

  claimed(steps: readonly Execution[]): void {
    this.attached?.reader.claimed(steps);
  }

  advanced(advanced: AdvancedRuns): void {
    this.attached?.reader.advanced(advanced);
  }

  settled(step: Execution): void {
    this.attached?.reader.settled(step);
  }

  private attachedRuntime(): StepRuntime {
    if (this.attached === null)
      throw new NotOpen('a call of workflows', 'give them to createSchedulerNode({ workflows }) first');
    return this.attached;
  }

  /** A run has the key as its id, so that a job or an event that is tried again starts nothing new. */
  private async dispatch({
    workflow,
    input,
    idempotencyKey,
    tenant,
  }: StartWorkflow): Promise<StartedWorkflow> {
    const { services } = this.attachedRuntime();
    const { run } = await startRootRun(services, {
      definition: this.definitions.get(workflow),
      id: idempotencyKey,
      input,
      tenant,
    });
    return { workflowId: run.id };
  }
}
