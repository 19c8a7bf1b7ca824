import { InputError, SchedulerError, showValue } from './scheduler-error.js';

/** The definition, the input, an output or an argument of a workflow that cannot be accepted. */
export class WorkflowInvalid extends InputError {
  readonly code = 'WORKFLOW_INVALID';
}

/** No workflow is defined with this name in the program. */
export class WorkflowUnknown extends SchedulerError {
  readonly code = 'WORKFLOW_UNKNOWN';

  constructor(
    readonly workflow: string,
    readonly known: readonly string[],
  ) {
    const defined = known.length === 0 ? 'none is defined' : `defined: ${known.join(', ')}`;
    super(`no workflow has the name ${showValue(workflow)}; ${defined}`);
  }
}

/** No run of a workflow has this id, or it belongs to another tenant. */
export class WorkflowNotFound extends SchedulerError {
  readonly code = 'WORKFLOW_NOT_FOUND';

  constructor(readonly runId: string) {
    super(`no run of a workflow has the id ${showValue(runId)}; list the runs to see what exists`);
  }
}

/** A run has the id already, and is another one: of another workflow, or with another input. */
export class WorkflowAlreadyExists extends SchedulerError {
  readonly code = 'WORKFLOW_ALREADY_EXISTS';

  constructor(
    readonly runId: string,
    readonly difference: 'workflow' | 'input',
  ) {
    super(
      `a run with the id ${showValue(runId)} exists already, with another ${difference}; choose another id, or start it with the same ${difference}`,
    );
  }
}

/** The run has ended, stops or is paused, so that this cannot be done to it. */
export class WorkflowNotRunning extends SchedulerError {
  readonly code = 'WORKFLOW_NOT_RUNNING';

  constructor(
    readonly runId: string,
    readonly status: string,
    operation: string,
  ) {
    super(
      `workflow ${runId} is ${status} and cannot ${operation}; see its state, and start or retry it if it has ended`,
    );
  }
}

interface StepNotWaiting {
  /** Null: the workflow has no such step. */
  readonly kind: string | null;
  readonly state: {
    readonly status: string;
    readonly decision?: { readonly by: string | null; readonly approved: boolean };
  };
  readonly run: string;
}

/** The step does not wait for a decision: it was decided before, has not been reached, or is no approval. */
export class WorkflowStepNotWaiting extends SchedulerError {
  readonly code = 'WORKFLOW_STEP_NOT_WAITING';

  constructor(
    readonly runId: string,
    readonly step: string,
    { kind, state, run }: StepNotWaiting,
  ) {
    super(
      `step ${showValue(step)} of workflow ${runId} ${whyNot({ kind, state, run })}; see the state of the workflow`,
    );
  }
}

function whyNot({ kind, state, run }: StepNotWaiting): string {
  if (kind === null) return 'does not exist';
  if (kind !== 'approval') return `is a step of kind ${kind} and waits for no decision`;
  const { decision, status } = state;
  if (decision !== undefined) {
    const word = decision.approved ? 'approved' : 'rejected';
    return `was ${word} before${decision.by === null ? '' : ` by ${showValue(decision.by)}`}`;
  }
  return status === 'active'
    ? `cannot be decided while the workflow is ${run}`
    : `is ${status} and waits for no decision`;
}

/** The run keeps as many signals as it can. */
export class WorkflowSignalsFull extends SchedulerError {
  readonly code = 'WORKFLOW_SIGNALS_FULL';

  constructor(
    readonly runId: string,
    readonly most: number,
  ) {
    super(`workflow ${runId} keeps ${most} signals already; send only signals that its steps wait for`);
  }
}
