import type { ScheduledJob } from '@scheduler/contracts';

/** What a definition does to the stored job of its name. */
export type Decision =
  /** `ended`: an earlier job of the same name, which stays as it is. */
  | { readonly kind: 'insert'; readonly ended: ScheduledJob | null }
  | { readonly kind: 'change'; readonly job: ScheduledJob }
  | { readonly kind: 'leave'; readonly job: ScheduledJob };

/**
 * Decides whether a definition inserts a job, changes the stored one or leaves it alone. What counts as unchanged is up to the caller: a
 * sentence compares the fields of the job (docs/decisions/0024), a declaration compares its fingerprint (docs/decisions/0020). A job that
 * has ended stays ended while its definition is unchanged, or each start would run again what was to run once.
 */
export function decide(
  stored: ScheduledJob | null,
  isUnchanged: (stored: ScheduledJob) => boolean,
): Decision {
  if (stored === null) return { kind: 'insert', ended: null };
  if (isUnchanged(stored)) return { kind: 'leave', job: stored };
  return stored.isFinal() ? { kind: 'insert', ended: stored } : { kind: 'change', job: stored };
}
