import type { ScheduledJob, Trigger } from '@scheduler/contracts';
import type { FieldChange } from '../defined-fields.js';

/** What applying an entry does, in this order. `mark` only remembers that the job is declared again. */
export type PlanStep = 'schedule' | 'update' | 'mark' | 'pause' | 'resume' | 'delete';

/** One declared or once declared job: how declaration and store differ, and what is to be done about it. */
export interface PlanEntry {
  /** `keep`: stays as it is. `orphan`: declared once, and not any more. */
  readonly action: 'insert' | 'update' | 'keep' | 'orphan';
  readonly name: string;
  readonly tenant: string | null;
  /** Null: it is not stored yet. */
  readonly jobId: string | null;
  /** The trigger that is declared; for an orphan the stored one. */
  readonly trigger: Trigger;
  /** Where they differ. For a job that was changed by hand: how. */
  readonly changes: readonly FieldChange[];
  /** When it runs next as things are. Null: it does not. */
  readonly nextRunBefore: Date | null;
  /** When it runs next once the plan is applied. Null: it does not. */
  readonly nextRunAfter: Date | null;
  /** Empty: nothing is to be done. */
  readonly steps: readonly PlanStep[];
  /** True: somebody changed the stored job, which stays so until its declaration changes. */
  readonly changedByHand: boolean;
  /** Whatever else is worth knowing. Null: nothing. */
  readonly note: string | null;
}

export interface DeclaredPlan {
  /** The store's time. */
  readonly at: Date;
  /** Whose declarations they are. */
  readonly application: string;
  readonly entries: readonly PlanEntry[];
  /** True: applying it would change something. */
  readonly hasDifferences: boolean;
}

/** Why a job that nobody declares any more is paused. By this text it is known again: never change it. */
export const NOT_DECLARED = 'not declared any more';

/** Null while it is paused or ended: it does not run. */
export function nextRunOf(job: ScheduledJob | null): Date | null {
  return job !== null && job.canExecute() ? job.nextRunAt : null;
}
