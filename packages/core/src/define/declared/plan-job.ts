import { hasInstants, type ScheduledJob } from '@scheduler/contracts';
import { type RecurrenceEngine, recurrenceOf } from '@scheduler/recurrence';
import { NOT_ENABLED } from '../../schedule/create-job.js';
import { firstRun, isFiredOneOff, nextRun } from '../../schedule/first-run.js';
import { aboutJob, type Declaration } from './read-declarations.js';
import { markOf } from '../../schedule/declaration-mark.js';
import { decide } from '../decide.js';
import { definedFields, type FieldChange, fieldChanges } from '../defined-fields.js';
import { planOrphan } from './plan-orphan.js';
import { nextRunOf, NOT_DECLARED, type PlanEntry, type PlanStep } from './plan-entry.js';

export interface PlanFacts {
  readonly now: Date;
  readonly recurrence: RecurrenceEngine;
  readonly orphans: 'pause' | 'keep' | 'delete';
  /** True: a stored job of the same name that this application did not declare is taken over. */
  readonly adopt: boolean;
}

/** What to do about one declaration. A job is unchanged while it carries the fingerprint of the declaration. Pure. */
export function planJob(declaration: Declaration, stored: ScheduledJob | null, facts: PlanFacts): PlanEntry {
  const decision = decide(stored, (job) => isMarkedBy(declaration, job));
  if (decision.kind === 'insert') return planNew(declaration, decision.ended, facts);
  const { job } = decision;
  if (decision.kind === 'leave')
    return job.isFinal() ? planEnded(declaration, job) : planUnchanged(declaration, job, facts);
  const isForeign = markOf(job)?.by !== declaration.mark.by && !facts.adopt;
  return isForeign ? planForeign(declaration, job) : planChanged(declaration, job, facts);
}

function isMarkedBy({ mark }: Declaration, stored: ScheduledJob): boolean {
  const written = markOf(stored);
  return written?.by === mark.by && written.fingerprint === mark.fingerprint;
}

function planEnded(declaration: Declaration, stored: ScheduledJob): PlanEntry {
  const note = `has ended as ${stored.status}, until its declaration changes`;
  return { ...keepEntry(declaration, stored), note };
}

/** `ended`: an earlier job of that name. */
function planNew(declaration: Declaration, ended: ScheduledJob | null, facts: PlanFacts): PlanEntry {
  const job = declaration.jobAt('', facts.now);
  const entry = { ...keepEntry(declaration, ended), jobId: null, nextRunBefore: null, nextRunAfter: null };
  if (isOver(job, facts)) return { ...entry, note: 'its time is over' };
  const first = aboutJob(declaration.definition, () => firstRun(job, facts.recurrence, facts.now));
  return {
    ...entry,
    action: 'insert',
    steps: ['schedule'],
    nextRunAfter: declaration.enabled ? first : null,
    note: declaration.enabled ? null : 'paused: declared as not enabled',
  };
}

/** Leaves jobs alone that were not declared, or that another application declares. */
function planForeign(declaration: Declaration, stored: ScheduledJob): PlanEntry {
  const mark = markOf(stored);
  const whose = mark === null ? 'was not declared' : `is declared by ${JSON.stringify(mark.by)}`;
  return {
    ...keepEntry(declaration, stored),
    changes: differencesOf(declaration, stored),
    note: `a job of this name ${whose}: it is left alone unless it is adopted`,
  };
}

function planUnchanged(declaration: Declaration, stored: ScheduledJob, facts: PlanFacts): PlanEntry {
  const changes = differencesOf(declaration, stored);
  const entry = {
    ...keepEntry(declaration, stored),
    changes,
    changedByHand: changes.length > 0 || (!declaration.enabled && stored.status === 'active'),
  };
  if (isPausedBy(stored, NOT_DECLARED) && declaration.enabled) {
    const nextRunAfter = nextRun(stored, facts.recurrence, facts.now);
    return { ...entry, action: 'update', steps: ['resume'], nextRunAfter, note: 'declared again' };
  }
  if (markOf(stored)?.orphan === true)
    return { ...entry, action: 'update', steps: ['mark'], note: 'declared again' };
  return { ...entry, note: noteOf(stored) };
}

function noteOf({ status, statusReason }: ScheduledJob): string | null {
  if (status !== 'paused') return null;
  return statusReason === null ? 'paused' : `paused: ${statusReason}`;
}

function planChanged(declaration: Declaration, stored: ScheduledJob, facts: PlanFacts): PlanEntry {
  const declared = declaration.jobAt(stored.id, stored.createdAt).with({ counters: stored.counters });
  if (isOver(declared, facts)) return planOrphan(stored, facts.orphans, 'its declared time is over');
  const changes = differencesOf(declaration, stored);
  const resumes = declaration.enabled && [NOT_DECLARED, NOT_ENABLED].some((why) => isPausedBy(stored, why));
  const pauses = !declaration.enabled && stored.status === 'active';
  const steps: PlanStep[] = [
    ...(pauses ? ['pause' as const] : []),
    'update',
    ...(resumes ? ['resume' as const] : []),
  ];
  const runs =
    pauses || (stored.status === 'paused' && !resumes)
      ? null
      : runsNext({ declared, stored, changes }, facts);
  const note = pauses ? 'paused: declared as not enabled' : resumes ? 'goes on' : noteOf(stored);
  return { ...keepEntry(declaration, stored), action: 'update', changes, steps, nextRunAfter: runs, note };
}

interface Changed {
  readonly declared: ScheduledJob;
  readonly stored: ScheduledJob;
  readonly changes: readonly FieldChange[];
}

function runsNext({ declared, stored, changes }: Changed, { recurrence, now }: PlanFacts): Date | null {
  const after = declared.with({ status: 'active', nextRunAt: stored.nextRunAt });
  if (replacesNextRun(changes, stored)) return aboutJob(declared, () => firstRun(after, recurrence, now));
  return stored.status === 'paused' ? nextRun(after, recurrence, now) : stored.nextRunAt;
}

const MOVES_NEXT_RUN: ReadonlySet<string> = new Set(['trigger', 'startAt', 'endAt', 'exclusions']);

/** Whether the changes require a new next run. A one-off that was fired has none, unless it gets another trigger. */
export function replacesNextRun(changes: readonly FieldChange[], stored: ScheduledJob): boolean {
  if (changes.some(({ field }) => field === 'trigger')) return true;
  return !isFiredOneOff(stored) && changes.some(({ field }) => MOVES_NEXT_RUN.has(field));
}

export function differencesOf(declaration: Declaration, stored: ScheduledJob): readonly FieldChange[] {
  return fieldChanges(definedFields(stored), definedFields(declaration.jobAt(stored.id, stored.createdAt)));
}

function isPausedBy({ status, statusReason }: ScheduledJob, reason: string): boolean {
  return status === 'paused' && statusReason === reason;
}

/** Whether a declared job can never run any more. That is no error, since declarations stay in the code. */
function isOver(job: ScheduledJob, { recurrence, now }: PlanFacts): boolean {
  const { trigger, endAt, maxExecutions, counters } = job;
  if (maxExecutions !== null && counters.fired >= maxExecutions) return true;
  if (trigger.kind === 'once') return trigger.at.getTime() <= now.getTime();
  if (endAt === null) return false;
  if (endAt.getTime() < now.getTime()) return true;
  if (!hasInstants(trigger) || trigger.kind === 'now') return false;
  return aboutJob(job, () => recurrence.compile(recurrenceOf(job)).next(now)) === null;
}

function keepEntry({ name, tenant, ...declaration }: Declaration, stored: ScheduledJob | null): PlanEntry {
  const nextRun = nextRunOf(stored);
  return {
    action: 'keep',
    name,
    tenant,
    jobId: stored?.id ?? null,
    trigger: declaration.definition.trigger,
    changes: [],
    nextRunBefore: nextRun,
    nextRunAfter: nextRun,
    steps: [],
    changedByHand: false,
    note: null,
  };
}
