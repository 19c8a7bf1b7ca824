import type {
  DurationInput,
  PriorityInput,
  ScheduleDefinition,
  StandardSchema,
  WorkflowAttributes,
  WorkflowGraph,
} from '@scheduler/contracts';
import type { WorkflowSchedule } from './workflow-schedule.js';
import type { StepFunction } from './step-options.js';

export interface WorkflowOptions<TInputGiven = unknown, TInput = TInputGiven> {
  /** Checks the input of each run. A schema of zod, Valibot, ArkType or another library that follows standardschema.dev. Default: any JSON. */
  readonly input?: StandardSchema<TInputGiven, TInput>;
  /** How long a run may take before it is stopped and undone. Default: any time. */
  readonly deadline?: DurationInput;
  /** When runs start by themselves. */
  readonly schedule?: WorkflowSchedule | readonly WorkflowSchedule[];
  /** Values by which runs are found, or a function that takes them from the input. */
  readonly attributes?: WorkflowAttributes | ((input: TInput) => WorkflowAttributes);
  /** The queue of its steps. Default: `default`. */
  readonly queue?: string;
  /** The priority of its steps. Default: `medium`. */
  readonly priority?: PriorityInput;
}

/** The functions of a step. They are found by its name when a step runs, since a run keeps only the graph. */
export interface StepCode {
  readonly run?: StepFunction;
  readonly when?: StepFunction;
  readonly rollback?: StepFunction;
  /** The list of a map: the step that returns it, or a function. */
  readonly source?: string | StepFunction;
  /** Until when a sleep lasts. */
  readonly until?: StepFunction;
  /** The input of a job, an agent or a child workflow. */
  readonly inputOf?: StepFunction;
  /** The job type whose handler is called. */
  readonly job?: string;
  /** The name of the agent that is dispatched to. */
  readonly agent?: string;
  /** The child workflow, by its definition or its name. */
  readonly child?: WorkflowDefinition | string;
}

/** A workflow that was checked and compiled. Make one with `defineWorkflow` or `Workflow.new`. */
export interface WorkflowDefinition<TInputGiven = never> {
  readonly name: string;
  readonly graph: WorkflowGraph;
  /** The same for equal graphs, and another one as soon as anything of the graph changes. */
  readonly graphHash: string;
  readonly steps: ReadonlyMap<string, StepCode>;
  readonly input: StandardSchema | null;
  readonly attributes: WorkflowAttributes | ((input: never) => WorkflowAttributes);
  /** The jobs by which runs start. */
  readonly jobs: readonly ScheduleDefinition[];
  /** Only for the compiler. */
  readonly '~input'?: (input: TInputGiven) => void;
}
