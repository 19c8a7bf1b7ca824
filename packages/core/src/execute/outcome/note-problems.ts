import type { Outcome } from '@scheduler/contracts/adapter';
import type { Redact } from '../../support/redaction/redact.js';

const LONGEST_NOTES = 2_000;

/** An outcome that also says what could not be undone. */
export function noteProblems(outcome: Outcome, problems: readonly string[], redact: Redact): Outcome {
  if (problems.length === 0) return outcome;
  const notes = redact(problems.join('; ')).slice(0, LONGEST_NOTES);
  if (outcome.kind === 'failed')
    return { ...outcome, error: { ...outcome.error, message: `${outcome.error.message}; ${notes}` } };
  if (outcome.kind === 'cancelled')
    return { ...outcome, reason: outcome.reason === null ? notes : `${outcome.reason}; ${notes}` };
  return outcome;
}
