import { ownCopy } from './own-copy.js';
import type { WorkflowRun } from '../workflows/workflow-run.js';

/**
 * What a store that keeps runs hands out of them: callers may change what they get, as the functions of steps may change their input. The
 * states of the steps are shared, for which `freezeSteps` freezes them, unless one has an output that a function may get.
 */
export function copyRun(run: WorkflowRun): WorkflowRun {
  const { input, attributes, signals, parent, stop, steps } = run;
  const hasOutputs = Object.values(steps).some(({ output }) => output !== undefined);
  return {
    ...run,
    input: ownCopy(input),
    attributes: { ...attributes },
    signals: signals.length === 0 ? [] : ownCopy(signals),
    parent: parent === null ? null : { ...parent },
    stop: stop === null ? null : { ...stop },
    createdAt: new Date(run.createdAt),
    deadlineAt: run.deadlineAt === null ? null : new Date(run.deadlineAt),
    endedAt: run.endedAt === null ? null : new Date(run.endedAt),
    ...(hasOutputs ? { steps: ownCopy(steps) } : {}),
  };
}

/** Freezes the states of the steps of a run that is kept. Those that have not changed are frozen already. */
export function freezeSteps({ steps }: WorkflowRun): void {
  for (const state of Object.values(steps)) freeze(state);
  Object.freeze(steps);
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.values(value).forEach(freeze);
  Object.freeze(value);
}
