import { ConcurrentChange, JobAlreadyExists, type ScheduledJob } from '@scheduler/contracts';
import { type Change, changeJob } from '../../schedule/change-job.js';
import { createJob, NOT_ENABLED } from '../../schedule/create-job.js';
import { firstRun } from '../../schedule/first-run.js';
import type { ManagerParts } from '../../schedule/manager-parts.js';
import { overdueTrace } from '../../schedule/overdue-trace.js';
import { paused, resumed } from '../../schedule/pause-and-resume.js';
import { definedProps } from '../defined-fields.js';
import type { Declaration } from './read-declarations.js';
import { markOf, withMark } from '../../schedule/declaration-mark.js';
import { NOT_DECLARED, type PlanEntry, type PlanStep } from './plan-entry.js';
import { differencesOf, replacesNextRun } from './plan-job.js';

/** The job to which the steps of an entry are applied. */
interface Target {
  readonly entry: PlanEntry;
  /** Null: the job is an orphan. */
  readonly declaration: Declaration | null;
  /** The job for which the entry was planned. Null: it is not stored yet. */
  readonly job: ScheduledJob | null;
}

/** The job was changed since the plan was made, perhaps by another node with the same plan. */
class PlanOutdated extends Error {}

/** Applies the steps of an entry. False: the job was changed meanwhile, and has to be planned again. */
export async function applyEntry(parts: ManagerParts, target: Target): Promise<boolean> {
  let { job } = target;
  try {
    for (const step of target.entry.steps) job = await applyStep(parts, { ...target, job }, step);
    return true;
  } catch (error) {
    const isConflict =
      error instanceof PlanOutdated || error instanceof ConcurrentChange || error instanceof JobAlreadyExists;
    if (isConflict) return false;
    throw error;
  }
}

async function applyStep(
  parts: ManagerParts,
  { declaration, job }: Target,
  step: PlanStep,
): Promise<ScheduledJob | null> {
  if (step === 'schedule' && declaration !== null)
    return createJob(parts, declaration.definition, { tenant: null });
  if (job === null) throw new PlanOutdated();
  if (step === 'delete') return removed(parts, job);
  const change = changeFor(parts, { declaration, step });
  const moves =
    step === 'update' && declaration !== null && replacesNextRun(differencesOf(declaration, job), job);
  const written = await changeJob(parts, {
    reference: job.id,
    tenant: null,
    fireOverdueFirst: moves,
    change: (current, now) => {
      if (current.revision !== job.revision) throw new PlanOutdated();
      return change(current, now);
    },
  });
  await parts.jobEvents.publish(EVENTS[step], written, step === 'update' ? job : undefined);
  return written;
}

const EVENTS = {
  schedule: 'scheduler:job.created',
  update: 'scheduler:job.updated',
  mark: 'scheduler:job.updated',
  pause: 'scheduler:job.paused',
  resume: 'scheduler:job.resumed',
  delete: 'scheduler:job.deleted',
} as const satisfies Record<PlanStep, string>;

interface Step {
  readonly declaration: Declaration | null;
  readonly step: PlanStep;
}

type Changing = (job: ScheduledJob, now: Date) => Change | Promise<Change>;

function changeFor(parts: ManagerParts, { declaration, step }: Step): Changing {
  const isOrphan = declaration === null;
  if (step === 'pause')
    return (job, now) =>
      marked(paused(parts, job, { reason: isOrphan ? NOT_DECLARED : NOT_ENABLED, now }), isOrphan);
  if (step === 'resume') return async (job, now) => marked(await resumed(parts, job, now), false);
  if (step === 'update' && declaration !== null)
    return (job, now) => asDeclared(parts, { declaration, job, now });
  return (job, now) => marked({ job: job.with({ updatedAt: now }) }, false);
}

/** Marks the job as an orphan, or as declared. */
function marked({ job, ...rest }: Change, orphan: boolean): Change {
  const mark = markOf(job);
  if (mark === null) return { job, ...rest };
  return { job: job.with({ metadata: withMark(job.metadata, { ...mark, orphan }) }), ...rest };
}

interface Update {
  readonly declaration: Declaration;
  readonly job: ScheduledJob;
  readonly now: Date;
}

/** The stored job with every field of its declaration. A paused job leaves a trace of the occurrences that its pause has skipped until now. */
function asDeclared(parts: ManagerParts, { declaration, job, now }: Update): Change {
  const declared = declaration.jobAt(job.id, job.createdAt);
  const { trigger, ...props } = definedProps(declared);
  const { createdBy } = declared;
  const changed = job.reschedule(trigger, job.nextRunAt, now).with({ ...props, createdBy });
  if (!replacesNextRun(differencesOf(declaration, job), job)) return { job: changed };
  const moved = changed.with({ nextRunAt: firstRun(changed, parts.recurrence, now) });
  const skipped = job.status === 'paused' ? overdueTrace(parts, job, { code: 'paused', now }) : [];
  return { job: moved, skipped };
}

async function removed(parts: ManagerParts, job: ScheduledJob): Promise<null> {
  const wasThere = await parts.schedules.delete({ id: job.id, tenant: null });
  if (wasThere) await parts.jobEvents.publish('scheduler:job.deleted', job);
  return null;
}
