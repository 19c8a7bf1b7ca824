import type { ScheduledJob, Trigger } from '@scheduler/contracts';
import type { FieldChange } from '../defined-fields.js';

/** The steps that apply an entry, in this order. `mark` only marks the job as declared again. */
export type PlanStep = 'schedule' | 'update' | 'mark' | 'pause' | 'resume' | 'delete';

/** One job that is declared or was declared before: how declaration and store differ, and what to do about it. */
export interface PlanEntry {
  /** `keep`: the job stays as it is. `orphan`: it was declared before, and is not any more. */
  readonly action: 'insert' | 'update' | 'keep' | 'orphan';
  readonly name: string;
  readonly tenant: string | null;
  /** Null: it is not stored yet. */
  readonly jobId: string | null;
  /** The trigger that is declared; for an orphan the stored one. */
  readonly trigger: Trigger;
  /** The fields that differ, also for a job that was changed by hand. */
  readonly changes: readonly FieldChange[];
  /** When the job runs next without the plan. Null: it does not run. */
  readonly nextRunBefore: Date | null;
  /** When the job runs next once the plan is applied. Null: it does not run. */
  readonly nextRunAfter: Date | null;
  /** Empty: there is nothing to do. */
  readonly steps: readonly PlanStep[];
  /** True: somebody changed the stored job, which stays so until its declaration changes. */
  readonly changedByHand: boolean;
  /** A remark for the operator. Null: none. */
  readonly note: string | null;
}

export interface DeclaredPlan {
  /** The store's time. */
  readonly at: Date;
  /** The application that declares the jobs. */
  readonly application: string;
  readonly entries: readonly PlanEntry[];
  /** True: applying it would change something. */
  readonly hasDifferences: boolean;
}

/** The pause reason of jobs that are not declared any more. Stored jobs are recognised by this text: never change it. */
export const NOT_DECLARED = 'not declared any more';

/** The next run of a job. Null: it is paused or has ended, and does not run. */
export function nextRunOf(job: ScheduledJob | null): Date | null {
  return job !== null && job.canExecute() ? job.nextRunAt : null;
}
