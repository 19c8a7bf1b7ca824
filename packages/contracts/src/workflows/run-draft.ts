import type { Execution } from '../executions/execution.js';
import { newExecution } from '../executions/new-execution.js';
import type { JsonValue } from '../values/json.js';
import type { RunCommand } from './run-command.js';
import { stepsOf, type WorkflowGraph, type WorkflowGraphStep } from './workflow-graph.js';
import {
  DEADLINE_STEP,
  placedExecutionId,
  stepType,
  type WorkflowPlace,
} from '../executions/workflow-place.js';
import {
  hasWorkflowEnded,
  type WorkflowRun,
  type WorkflowStatus,
  workflowStatuses,
  type WorkflowStepState,
} from './workflow-run.js';

/** An execution that has to end. `waitingOnly`: one that runs is left alone. */
export interface CancelInRun {
  readonly executionId: string;
  readonly reason: string;
  readonly waitingOnly: boolean;
}

/** Executions whose start is moved, if they wait. */
export interface PostponeInRun {
  readonly executionIds: readonly string[];
  readonly availableAt: Date;
  /** The queues in which they wait. */
  readonly queues: readonly string[];
}

/** What a change of a run leads to. All of it is written together with the run, or nothing. */
export interface RunEffects {
  readonly run: WorkflowRun;
  /** New executions. */
  readonly executions: readonly Execution[];
  readonly cancels: readonly CancelInRun[];
  readonly postponed: readonly PostponeInRun[];
  /** What other runs of the tree have to do. */
  readonly commands: readonly AddressedCommand[];
}

export interface AddressedCommand {
  readonly runId: string;
  readonly command: RunCommand;
}

/** How an execution of a step differs from the usual one. */
export interface StepExecutionOptions {
  readonly phase?: WorkflowPlace['phase'];
  readonly index?: number;
  readonly payload?: JsonValue;
  readonly availableAt?: Date;
  /** By which its id is computed. Default: now. */
  readonly createdAt?: Date;
}

/** Later than any time at which something is scheduled. */
export const NEVER = new Date(Date.UTC(9999, 11, 31));

const UNTOUCHED: WorkflowStepState = Object.freeze({ status: 'waiting', round: 0 });

/** The round of the executions of a step. Each time that its rollback is tried again by hand is one more. */
export function roundOf(
  { round, failedUndos = [] }: WorkflowStepState,
  phase: WorkflowPlace['phase'],
): number {
  return phase === 'undo' ? round + failedUndos.length : round;
}

/** The state of a step that is tried again by hand. No execution of its new round has the place of an earlier one. */
export function again({ earlier = [], ...state }: WorkflowStepState): WorkflowStepState {
  return { status: 'waiting', round: roundOf(state, 'undo') + 1, earlier: [...earlier, state] };
}

/** A run while a change of it is being decided. */
export class RunDraft {
  readonly executions: Execution[] = [];
  readonly cancels: CancelInRun[] = [];
  readonly postponed: PostponeInRun[] = [];
  readonly commands: AddressedCommand[] = [];
  private changed: WorkflowRun;
  private readonly changedSteps: Record<string, WorkflowStepState>;

  constructor(
    run: WorkflowRun,
    readonly graph: WorkflowGraph,
    readonly at: Date,
  ) {
    this.changed = run;
    this.changedSteps = { ...run.steps };
  }

  get run(): WorkflowRun {
    return this.changed;
  }

  state(step: string): WorkflowStepState {
    return this.changedSteps[step] ?? UNTOUCHED;
  }

  step(name: string): WorkflowGraphStep | undefined {
    return stepsOf(this.graph).byName.get(name);
  }

  setState(step: string, state: WorkflowStepState): void {
    this.changedSteps[step] = state;
  }

  change(changes: Partial<WorkflowRun>): void {
    this.changed = { ...this.changed, ...changes };
  }

  /** Ends a step. */
  end(step: string, changes: Partial<WorkflowStepState> & Pick<WorkflowStepState, 'status'>): void {
    this.setState(step, { ...this.state(step), endedAt: this.at.getTime(), ...changes });
  }

  to(status: WorkflowStatus): void {
    const { id, status: from } = this.changed;
    const next = workflowStatuses.transition(from, status, id);
    if (!hasWorkflowEnded(next)) this.change({ status: next, endedAt: null });
    else this.finish(next);
  }

  private finish(status: WorkflowStatus): void {
    this.change({ status, endedAt: this.at });
    const { id, parent } = this.changed;
    const { status: timer, executionId } = this.state(DEADLINE_STEP);
    if (timer === 'active' && executionId !== undefined) {
      this.end(DEADLINE_STEP, { status: 'cancelled' });
      this.cancels.push({ executionId, reason: 'the workflow has ended', waitingOnly: false });
    }
    if (parent !== null)
      this.commands.push({
        runId: parent.runId,
        command: { kind: 'child_ended', step: parent.step, runId: id, status },
      });
  }

  /** Adds an execution of a step, and returns its id. */
  addExecution(step: WorkflowGraphStep, options: StepExecutionOptions = {}): string {
    const { phase = 'run', index = null, payload = null } = options;
    const { id: run, rootId: root, tenant, name } = this.changed;
    const { at } = this;
    const place: WorkflowPlace = {
      run,
      root,
      step: step.name,
      index,
      phase,
      round: roundOf(this.state(step.name), phase),
    };
    // What a map adds while the run is paused starts when it is resumed.
    const usually = this.changed.status === 'paused' ? NEVER : at;
    const isMapped = index !== null && step.mapConcurrency !== null;
    const execution = newExecution({
      id: placedExecutionId(place, options.createdAt ?? at),
      jobId: null,
      jobName: null,
      type: stepType(name, step.name, phase),
      targetId: null,
      payload,
      tags: [],
      metadata: {},
      tenant,
      queue: step.queue,
      priority: step.priority,
      policy: phase === 'undo' ? step.rollbackPolicy : step.policy,
      exclusive: false,
      origin: 'enqueued',
      occurrenceAt: null,
      lateness: 'on_time',
      scheduledAt: options.availableAt ?? at,
      availableAt: options.availableAt ?? usually,
      createdAt: at,
      concurrencyKey: isMapped ? `${run}/${step.name}` : step.concurrencyKey,
      concurrencyLimit: isMapped ? step.mapConcurrency : step.concurrencyLimit,
      workflow: place,
      trace: this.changed.trace,
    });
    this.executions.push(execution);
    return execution.id;
  }

  effects(): RunEffects {
    const { executions, cancels, postponed, commands } = this;
    const run = { ...this.changed, steps: this.changedSteps, revision: this.changed.revision + 1 };
    return { run, executions, cancels, postponed, commands };
  }
}
