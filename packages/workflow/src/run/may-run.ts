import {
  hasWorkflowEnded,
  type WorkflowGraphStep,
  type WorkflowPlace,
  type WorkflowRun,
} from '@scheduler/contracts';
import { roundOf } from '@scheduler/contracts/adapter';

export type MayRun =
  | { readonly kind: 'run' }
  /** The run is paused: the step starts when it is resumed. */
  | { readonly kind: 'wait' }
  /** Nobody waits for it any more. */
  | { readonly kind: 'stop'; readonly reason: string };

const RUN: MayRun = { kind: 'run' };

/** Whether the execution of a step may begin, by the state of its run. Pure. */
export function mayRun(run: WorkflowRun, step: WorkflowGraphStep, { phase, round }: WorkflowPlace): MayRun {
  const { status } = run;
  const state = run.steps[step.name];
  if (state === undefined || roundOf(state, phase) !== round)
    return stop(`step ${step.name} was tried again since`);
  if (phase === 'undo') return status === 'compensating' ? RUN : stop(`the workflow is ${status}`);
  if (state.status !== 'active') return stop(`step ${step.name} is ${state.status}`);
  if (status === 'running') return RUN;
  if (status !== 'paused')
    return stop(`the workflow ${hasWorkflowEnded(status) ? 'is' : 'has been stopped and is'} ${status}`);
  // Timers go on while a run is paused; what comes after them waits.
  return phase === 'run' && step.kind === 'sleep' ? RUN : { kind: 'wait' };
}

function stop(reason: string): MayRun {
  return { kind: 'stop', reason };
}
