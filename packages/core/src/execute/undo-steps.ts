import type { Outcome } from '@scheduler/contracts/adapter';
import type { AttemptEnd } from '../policies/failures/attempt-end.js';
import type { RunningAttempt } from './attempt/running-attempt.js';
import { decideOutcome, type OutcomeRules } from './outcome/decide-outcome.js';
import { noteProblems } from './outcome/note-problems.js';

/**
 * Decides the outcome of an attempt that has durable steps, and undoes them first where nothing will run them again. Null: the lease is lost,
 * and another node records what becomes of the execution.
 */
export async function undoSteps(
  attempt: RunningAttempt,
  end: AttemptEnd,
  rules: OutcomeRules,
): Promise<Outcome | null> {
  if (end.kind === 'lost') return null;
  const outcome = decideOutcome({ end, execution: attempt.execution, rules });
  const { steps, isCompleting } = attempt;
  const isFinal = outcome.kind === 'failed' || outcome.kind === 'cancelled';
  // A success that the handler has recorded in its own transaction may be committed.
  if (steps === null || !isFinal || isCompleting) return outcome;
  const { problems, stop } = await steps.undo();
  if (stop?.kind === 'lost') return null;
  // Another attempt comes to the same end, and undoes what is left.
  if (stop?.kind === 'interrupted') return stop;
  return noteProblems(outcome, problems, rules.redact);
}
