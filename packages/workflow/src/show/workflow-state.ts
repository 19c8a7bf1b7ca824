import type {
  WorkflowGraph,
  WorkflowGraphStep,
  WorkflowRun,
  WorkflowStepState,
  WorkflowStepStatus,
} from '@scheduler/contracts';
import { stepsOf } from '@scheduler/contracts/adapter';

/** A step of a run: what it is, and how far it came. */
export interface StepView extends Pick<WorkflowGraphStep, 'name' | 'kind' | 'after' | 'afterAny'> {
  readonly status: WorkflowStepStatus;
  readonly state: WorkflowStepState;
  /** Null: it has not started. */
  readonly activeSince: Date | null;
  readonly endedAt: Date | null;
}

/** A run with its steps, in the order of the graph that it is pinned to. */
export interface WorkflowState {
  readonly run: WorkflowRun;
  readonly graph: WorkflowGraph;
  readonly steps: readonly StepView[];
  /** How many steps have ended, of how many. */
  readonly progress: { readonly ended: number; readonly total: number };
}

const UNTOUCHED: WorkflowStepState = Object.freeze({ status: 'waiting', round: 0 });

export function workflowState(run: WorkflowRun, graph: WorkflowGraph): WorkflowState {
  const steps = graph.steps.map((step) => stepView(step, run));
  const ended = steps.filter(({ status }) => status !== 'waiting' && status !== 'active').length;
  return { run, graph, steps, progress: { ended, total: steps.length } };
}

export function stepView(
  { name, kind, after, afterAny }: WorkflowGraphStep,
  run: WorkflowRun | null,
): StepView {
  const state = run?.steps[name] ?? UNTOUCHED;
  return {
    name,
    kind,
    after,
    afterAny,
    status: state.status,
    state,
    activeSince: dateOf(state.activeSince),
    endedAt: dateOf(state.endedAt),
  };
}

function dateOf(milliseconds: number | undefined): Date | null {
  return milliseconds === undefined ? null : new Date(milliseconds);
}

/** Undefined: the graph has no such step. */
export function findStep(graph: WorkflowGraph, name: string): WorkflowGraphStep | undefined {
  return stepsOf(graph).byName.get(name);
}
