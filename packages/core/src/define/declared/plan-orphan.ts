import type { ScheduledJob } from '@scheduler/contracts';
import type { SchedulerConfig } from '../../config/scheduler-config.js';
import { markOf } from '../../schedule/declaration-mark.js';
import { nextRunOf, NOT_DECLARED, type PlanEntry, type PlanStep } from './plan-entry.js';

type Orphans = SchedulerConfig['declared']['orphans'];

/** What to do about a job that was declared before and is not any more. One that was resumed by hand since then goes on. Pure. */
export function planOrphan(job: ScheduledJob, orphans: Orphans, why = NOT_DECLARED): PlanEntry {
  const nextRun = nextRunOf(job);
  const resumedByHand = orphans === 'pause' && job.status === 'active' && markOf(job)?.orphan === true;
  const steps = resumedByHand ? [] : stepsFor(job, orphans);
  return {
    action: 'orphan',
    name: job.name,
    tenant: job.tenant,
    jobId: job.id,
    trigger: job.trigger,
    changes: [],
    nextRunBefore: nextRun,
    nextRunAfter: steps.length === 0 ? nextRun : null,
    steps,
    changedByHand: resumedByHand,
    note: resumedByHand ? `${why}, resumed by hand` : why,
  };
}

function stepsFor({ status }: ScheduledJob, orphans: Orphans): readonly PlanStep[] {
  if (orphans === 'delete') return ['delete'];
  return orphans === 'pause' && status === 'active' ? ['pause'] : [];
}
