import {
  type Clock,
  isSchedulerError,
  type JobAlreadyExists,
  type ScheduledJob,
  type ScheduleDefinition,
  ScheduleInvalid,
  type Scheduler,
  toMilliseconds,
} from '@scheduler/contracts';
import { type DefaultsByType, withTypeDefaults } from '../../execute/handlers/type-defaults.js';
import type { SchedulerConfig } from '../../config/scheduler-config.js';
import { readDefinition } from '../../schedule/create-job.js';
import { jobOfDefinition } from '../../schedule/job-of-definition.js';
import { decide } from '../decide.js';
import type { DefinedField } from '../defined-fields.js';
import { findDefinedJob } from '../find-defined-job.js';
import { changesForUpdate } from './changes-for-update.js';
import type { SentenceOptions } from './sentence-options.js';

export interface EnsureParts {
  readonly node: {
    readonly scheduler: Scheduler;
    readonly config: SchedulerConfig;
    readonly clock: Clock;
  };
  readonly types: DefaultsByType;
}

/** The definition of a named job, as a program gives it at each start. */
export interface NamedDefinition extends ScheduleDefinition, Pick<SentenceOptions, 'delay'> {
  readonly name: string;
}

/** Checks that a definition has a name, by which the job is found again at the next start, and neither `id` nor `enabled`: operators pause jobs. */
export function namedDefinition(definition: ScheduleDefinition): NamedDefinition {
  const { name, id, enabled } = definition;
  if (id !== undefined) refuse('id', id, 'cannot be defined', 'a name alone');
  if (enabled !== undefined)
    refuse('enabled', enabled, 'cannot be defined', 'nothing; pause the job instead');
  if (name !== undefined) return { ...definition, name };
  return refuse('name', name, 'is missing', 'a name, by which the job is found again at the next start');
}

function refuse(field: string, value: unknown, problem: string, accepted: string): never {
  throw new ScheduleInvalid({ field, value, problem, accepted });
}

/** Several nodes that start together may insert the same name before each other so often. */
const MOST_ATTEMPTS = 5;

/**
 * Stores the job, or changes the stored one where it is different. A stored job that is the same is left alone: paused it stays
 * paused, and ended it stays ended.
 */
export async function ensureJob(parts: EnsureParts, given: NamedDefinition): Promise<ScheduledJob> {
  const { delay, ...definition } = withTypeDefaults(parts.types, given);
  const wanted = wantedJob(parts, definition);
  const { scheduler, clock } = parts.node;
  const scoped = definition.tenant === undefined ? scheduler : scheduler.forTenant(definition.tenant);
  const inserted = delay === undefined ? definition : { ...definition, startAt: after(clock.now(), given) };
  // With a delay, `startAt` depends on when the job was stored first.
  const ignoring = delay === undefined ? [] : (['startAt'] as const);
  for (let attempt = 1; ; attempt++) {
    try {
      return await reconcile({ scheduler: scoped, wanted, inserted, ignoring });
    } catch (error) {
      if (!isNameTaken(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

interface Reconciliation {
  /** Sees the jobs of the definition's tenant. */
  readonly scheduler: Scheduler;
  readonly wanted: ScheduledJob;
  /** The definition with which the job is inserted. */
  readonly inserted: ScheduleDefinition;
  /** Fields that are not compared. */
  readonly ignoring: readonly DefinedField[];
}

async function reconcile(given: Reconciliation): Promise<ScheduledJob> {
  const { scheduler, wanted, inserted, ignoring } = given;
  const stored = await findDefinedJob(scheduler, wanted);
  const changesOf = (job: ScheduledJob) => changesForUpdate(job, wanted, { ignoring });
  const decision = decide(stored, (job) => job.type === wanted.type && changesOf(job) === null);
  if (decision.kind === 'leave') return decision.job;
  if (decision.kind === 'insert') return scheduler.schedule(inserted);
  const { id, type } = decision.job;
  if (type === wanted.type) return scheduler.update(id, changesOf(decision.job) ?? {});
  await scheduler.cancel(id, `the job is of the type ${wanted.type} now`);
  return scheduler.schedule(inserted);
}

/** The job as it would be stored. */
function wantedJob({ node }: EnsureParts, given: ScheduleDefinition): ScheduledJob {
  const definition = readDefinition(given);
  return jobOfDefinition({
    definition,
    id: definition.name ?? '',
    now: node.clock.now(),
    config: node.config,
    tenant: definition.tenant ?? null,
  });
}

function after(now: Date, { delay = 0, startAt }: NamedDefinition): Date {
  if (startAt === undefined) return new Date(now.getTime() + toMilliseconds(delay, 'delay'));
  return refuse('delay', delay, 'is given beside startAt', 'one of them: an instant, or a time from now');
}

function isNameTaken(error: unknown): boolean {
  return (
    isSchedulerError(error) &&
    error.code === 'JOB_ALREADY_EXISTS' &&
    (error as JobAlreadyExists).field === 'name'
  );
}
