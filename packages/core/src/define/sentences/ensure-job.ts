import {
  type Clock,
  isSchedulerError,
  type JobAlreadyExists,
  type ScheduleChanges,
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
import { differences } from './job-differences.js';
import type { SentenceOptions } from './options.js';

export interface EnsureParts {
  readonly node: {
    readonly scheduler: Scheduler;
    readonly config: SchedulerConfig;
    readonly clock: Clock;
  };
  readonly types: DefaultsByType;
}

/** A job by its name, as a program defines it at each of its starts. */
export interface NamedDefinition extends ScheduleDefinition, Pick<SentenceOptions, 'delay'> {
  readonly name: string;
}

/** A definition by whose name the job is found again at the next start. Its life is not the program's: it is made once, and paused by people. */
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

/** Several nodes that start together may be in each other's way so often. */
const MOST_TRIES = 5;

/**
 * Stores the job, or changes the stored one where it is different. A stored job that is the same is left alone: paused it stays
 * paused, and ended it stays ended, or each start would run once more what was to run once.
 */
export async function ensureJob(parts: EnsureParts, asked: NamedDefinition): Promise<ScheduledJob> {
  const { delay, ...definition } = withTypeDefaults(parts.types, asked);
  const wanted = wantedJob(parts, definition);
  const { scheduler, clock } = parts.node;
  const owned = definition.tenant === undefined ? scheduler : scheduler.forTenant(definition.tenant);
  const first = delay === undefined ? definition : { ...definition, startAt: after(clock.now(), asked) };
  const ignoring = delay === undefined ? [] : (['startAt'] as const);
  for (let tries = 1; ; tries++) {
    try {
      const stored = await findOwn(owned, wanted);
      if (stored === null) return await owned.schedule(first);
      return await bringUpToDate({ scheduler: owned, stored, wanted, definition: first, ignoring });
    } catch (error) {
      if (!isNameTaken(error) || tries === MOST_TRIES) throw error;
    }
  }
}

interface Stored {
  readonly scheduler: Scheduler;
  readonly stored: ScheduledJob;
  readonly wanted: ScheduledJob;
  readonly definition: ScheduleDefinition;
  readonly ignoring: readonly (keyof ScheduleChanges)[];
}

async function bringUpToDate({ scheduler, stored, wanted, definition, ignoring }: Stored) {
  const changes = differences(stored, wanted, { ignoring });
  const isSameType = stored.type === wanted.type;
  if (changes === null && isSameType) return stored;
  if (!stored.isFinal() && isSameType) return scheduler.update(stored.id, changes ?? {});
  if (!stored.isFinal()) await scheduler.cancel(stored.id, `the job is of the type ${wanted.type} now`);
  return scheduler.schedule(definition);
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

/** The job with that very name and owner. A job of somebody else, or with that text as its id, is not it. */
async function findOwn(
  scheduler: Scheduler,
  { name, tenant }: Pick<ScheduledJob, 'name' | 'tenant'>,
): Promise<ScheduledJob | null> {
  const isOwn = (job: ScheduledJob) => job.name === name && job.tenant === tenant;
  const found = await scheduler.find(name);
  if (found === null || isOwn(found)) return found;
  const own: ScheduledJob[] = [];
  for (let offset = 0; ; offset += LARGEST_PAGE) {
    const { items } = await scheduler.list({ nameContains: name, limit: LARGEST_PAGE, offset });
    own.push(...items.filter(isOwn));
    if (items.length < LARGEST_PAGE) break;
  }
  // The latest comes first.
  return own.find((job) => !job.isFinal()) ?? own[0] ?? null;
}

const LARGEST_PAGE = 1_000;

function isNameTaken(error: unknown): boolean {
  return (
    isSchedulerError(error) &&
    error.code === 'JOB_ALREADY_EXISTS' &&
    (error as JobAlreadyExists).field === 'name'
  );
}
