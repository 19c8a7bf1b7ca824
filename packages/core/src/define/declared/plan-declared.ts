import type { ScheduledJob, ScheduleDefinition } from '@scheduler/contracts';
import type { SchedulerConfig } from '../../config/scheduler-config.js';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import { type Declaration, keyOf, readDeclarations } from './read-declarations.js';
import { markOf } from '../../schedule/declaration-mark.js';
import type { DeclaredPlan, PlanEntry } from './plan-entry.js';
import { planJob } from './plan-job.js';
import { planOrphan } from './plan-orphan.js';

export interface PlanRequest {
  /** Each needs a name. */
  readonly declared: readonly ScheduleDefinition[];
  /** The stored jobs of these names, and all that were declared before. Other jobs are left alone. */
  readonly stored: readonly ScheduledJob[];
  readonly now: Date;
  readonly config: SchedulerConfig;
  readonly recurrence: RecurrenceEngine;
  /** True: stored jobs of declared names that this application did not declare are taken over. Default false. */
  readonly adopt?: boolean;
}

/**
 * How the declared jobs and the stored ones differ, and what to do about it: declarations in their order, then orphans by name. Pure.
 * Throws ScheduleInvalid for invalid declarations.
 */
export function planDeclared({ declared, config, ...rest }: PlanRequest): DeclaredPlan {
  return planOf(readDeclarations(declared, config), { config, ...rest });
}

export function planOf(
  declarations: readonly Declaration[],
  { stored, now, config, recurrence, adopt = false }: Omit<PlanRequest, 'declared'>,
): DeclaredPlan {
  const { application, orphans } = config.declared;
  const facts = { now, recurrence, orphans, adopt };
  const byKey = currentByKey(stored);
  const keys = new Set(declarations.map(keyOf));
  const isOrphan = (job: ScheduledJob) =>
    !job.isFinal() && !keys.has(keyOf(job)) && markOf(job)?.by === application;
  const entries: readonly PlanEntry[] = [
    ...declarations.map((declaration) => planJob(declaration, byKey.get(keyOf(declaration)) ?? null, facts)),
    ...stored
      .filter(isOrphan)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((job) => planOrphan(job, orphans)),
  ];
  return { at: now, application, entries, hasDifferences: entries.some(({ steps }) => steps.length > 0) };
}

/** The current job of each name: the one that has not ended, else the latest that has. */
function currentByKey(stored: readonly ScheduledJob[]): ReadonlyMap<string, ScheduledJob> {
  const current = new Map<string, ScheduledJob>();
  for (const job of stored) {
    const known = current.get(keyOf(job));
    if (known === undefined || isBetter(job, known)) current.set(keyOf(job), job);
  }
  return current;
}

function isBetter(job: ScheduledJob, known: ScheduledJob): boolean {
  if (job.isFinal() !== known.isFinal()) return known.isFinal();
  return job.createdAt.getTime() > known.createdAt.getTime();
}
