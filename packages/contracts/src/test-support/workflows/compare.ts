import { DEADLINE_STEP } from '../../executions/workflow-place.js';
import { hasWorkflowEnded } from '../../workflows/workflow-run.js';
import { type HeldExecution, labelOf } from './held-executions.js';
import type { RunDriver } from './run-driver.js';

const UNSUCCESSFUL: readonly string[] = ['failed', 'skipped', 'cancelled'];

/** The run and the model agree, and nothing waits that belongs to a step which has ended. */
export function compare({ run, model, held }: RunDriver): void {
  const isStopping = model.status !== 'running' && model.status !== 'paused';
  for (const one of model.steps) {
    const { name } = one.step;
    const state = run.steps[name];
    const status = state?.status ?? 'waiting';
    // How a step that did not succeed is called once its run stops is a matter of taste.
    if (isStopping && UNSUCCESSFUL.includes(one.status) && UNSUCCESSFUL.includes(status)) one.status = status;
    same(`the status of ${name}`, status, one.status);
    same(`the rollback of ${name}`, state?.undo?.status ?? null, one.undo);
  }
  same('the status of the run', run.status, model.status);
  same('whether the run has an end', run.endedAt !== null, hasWorkflowEnded(run.status));
  for (const one of held.with('pending')) checkPending(run, one);
}

function checkPending(run: RunDriver['run'], { place }: HeldExecution): void {
  const state = run.steps[place.step];
  const isOpen = place.phase === 'undo' ? state?.undo?.status === 'active' : state?.status === 'active';
  if (!isOpen) throw new Error(`${labelOf(place)} waits although its step has ended`);
}

/** A step starts after those before it, and is undone after those behind it. */
export function checkRelease({ run, model, held }: RunDriver, released: HeldExecution): void {
  const { step: name, phase, index } = released.place;
  const twin = held.all().find((one) => one !== released && labelOf(one.place) === labelOf(released.place));
  if (twin !== undefined) throw new Error(`${labelOf(released.place)} was released twice`);
  if (name === DEADLINE_STEP || index !== null) return;
  const statusOf = (step: string) => run.steps[step]?.status ?? 'waiting';
  if (phase === 'undo') {
    const later = model.steps.map(({ step }) => step).filter((step) => model.comesAfter(step.name, name));
    for (const step of later) {
      const { began, undo } = run.steps[step.name] ?? {};
      const wasDone = statusOf(step.name) === 'succeeded' || began === true;
      if (step.hasRollback && step.kind !== 'workflow' && wasDone && (undo?.status ?? 'active') === 'active')
        throw new Error(`${name} is undone before ${step.name}, which comes after it`);
    }
    return;
  }
  const { after, afterAny } = model.of(name).step;
  for (const before of after)
    if (['waiting', 'active'].includes(statusOf(before)))
      throw new Error(`${name} started before ${before} had ended`);
  if (afterAny.length > 0 && !afterAny.some((before) => statusOf(before) === 'succeeded'))
    throw new Error(`${name} started although none of ${afterAny.join(', ')} has succeeded`);
}

function same(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what} is ${actual}, and by the model ${expected}`);
}
