import type { Execution } from '@scheduler/contracts';
import { stepsOf } from '@scheduler/contracts/adapter';
import { byKey } from './by-key.js';
import type { WitnessedEffect } from './evidence.js';
import type { RunEvidence } from './run-evidence.js';

/** Whether the execution of a step calls a function of the user, which has an effect when it succeeds. */
export function callsFunction(
  { graph }: Pick<RunEvidence, 'graph'>,
  { workflow: place }: Execution,
): boolean {
  if (place === null || place.phase === 'when') return false;
  const kind = stepsOf(graph).byName.get(place.step)?.kind;
  return kind === 'function' || kind === 'job' || (kind === 'map' && place.index !== null);
}

/** A step or a rollback that succeeded has one effect, and it is that of its successful attempt. */
export function* effectsOfSteps(of: RunEvidence, effects: readonly WitnessedEffect[]): Iterable<string> {
  const ids = new Set(of.executions.map(({ id }) => id));
  const byExecution = byKey(effects, ({ executionId }) => (ids.has(executionId) ? executionId : null));
  for (const execution of of.executions) {
    if (execution.status !== 'success' || !callsFunction(of, execution)) continue;
    const own = byExecution.get(execution.id) ?? [];
    const subject = `${shownPlace(execution)} of workflow ${of.run.id}`;
    if (own.length !== 1) yield `${subject} succeeded and has ${own.length} effects`;
    for (const { fence } of own)
      if (fence !== execution.fence)
        yield `${subject} succeeded under fence ${execution.fence}, but its effect is of fence ${fence}`;
  }
}

export function shownPlace({ workflow: place }: Execution): string {
  if (place === null) return 'no step';
  const item = place.index === null ? '' : `, item ${place.index}`;
  return `${place.phase === 'undo' ? 'the rollback of step' : 'step'} ${place.step}${item}`;
}
