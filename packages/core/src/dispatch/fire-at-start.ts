import type { Clock, Execution, IdGenerator, Logger, RebootScope, ScheduledJob } from '@scheduler/contracts';
import {
  allItems,
  type ExecutionRepository,
  type FireResult,
  type Firing,
  type JobQueue,
  type ScheduleRepository,
} from '@scheduler/contracts/adapter';
import type { ExecutionEvents } from '../signals/events/execution-events.js';
import { announce, publishNew } from '../signals/announce.js';
import { sleep } from '../support/sleep.js';
import { executionOfOccurrence } from './build-executions.js';
import { mayRunAt } from './may-run-at.js';

export interface FireAtStartParts {
  readonly schedules: ScheduleRepository;
  readonly executions: ExecutionRepository;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly events: ExecutionEvents;
  readonly logger: Logger;
}

const PAGE_SIZE = 500;

/** A concurrent change is usually over at the next attempt; other nodes that start at the same time take longer, so that later attempts pause. */
const PAUSE_AFTER = 5;
const MOST_ATTEMPTS = 200;
const PAUSE_MS = 50;

/**
 * Fires every job that waits for the start of a node, or for that of the cluster. A start is an occurrence like any other: it has one
 * execution, with an id that is chosen once, so that an attempt whose answer was lost is not repeated. Several nodes may start at once:
 * each fires its own occurrence, at the next free instant.
 */
export async function fireAtStart(
  parts: FireAtStartParts,
  scope: RebootScope,
): Promise<readonly Execution[]> {
  const now = await parts.schedules.now();
  const ids = new Map<string, string>();
  const fired: Execution[] = [];
  let waiting = (await findRebootJobs(parts.schedules)).filter((job) => waitsForStart(job, scope, now));
  for (let attempt = 1; waiting.length > 0 && attempt <= MOST_ATTEMPTS; attempt += 1) {
    if (attempt > PAUSE_AFTER) await sleep(parts.clock, PAUSE_MS);
    const results = await parts.schedules.fire({
      firings: waiting.map((job) => firingOf(job, idOf(ids, job, parts.ids), now)),
    });
    const created = results.flatMap((result) => (result.kind === 'fired' ? result.executions : []));
    publishNew(parts.events, created);
    await announce(parts, created);
    fired.push(...created);
    const conflicting = results.filter(({ kind }) => kind === 'conflict').map((result) => jobIdOf(result));
    waiting = (await unfired(parts, conflicting, ids)).filter((job) => waitsForStart(job, scope, now));
  }
  for (const { name } of waiting)
    parts.logger.error('a job could not be fired at the start, because others kept changing it', { name });
  return fired;
}

function waitsForStart(job: ScheduledJob, scope: RebootScope, now: Date): boolean {
  const { trigger } = job;
  return (
    trigger.kind === 'reboot' && (trigger.scope ?? 'node') === scope && job.canExecute() && mayRunAt(job, now)
  );
}

function firingOf(job: ScheduledJob, id: string, now: Date): Firing {
  const { lastRunAt } = job;
  const at = lastRunAt === null || lastRunAt < now ? now : new Date(lastRunAt.getTime() + 1);
  const occurrence = executionOfOccurrence({ job, id, now, at, lateness: 'on_time' });
  return { job, nextRunAt: null, lastRunAt: at, executions: [occurrence], overlap: job.overlapPolicy() };
}

function idOf(ids: Map<string, string>, { id }: ScheduledJob, generator: IdGenerator): string {
  const chosen = ids.get(id) ?? generator.next();
  ids.set(id, chosen);
  return chosen;
}

function jobIdOf(result: FireResult): string {
  return result.kind === 'conflict' ? result.jobId : result.job.id;
}

/** The jobs as they are stored now, without those whose execution is there although the answer said otherwise. */
async function unfired(
  { schedules, executions }: FireAtStartParts,
  jobIds: readonly string[],
  ids: ReadonlyMap<string, string>,
): Promise<readonly ScheduledJob[]> {
  const found = await Promise.all(
    jobIds.map(async (id) => {
      const execution = await executions.get({ id: ids.get(id) ?? '', tenant: null });
      return execution === null ? schedules.get({ id, tenant: null }) : null;
    }),
  );
  return found.filter((job) => job !== null);
}

function findRebootJobs(schedules: ScheduleRepository): Promise<readonly ScheduledJob[]> {
  return allItems(PAGE_SIZE, (page) =>
    schedules.list({
      ...page,
      tenant: null,
      triggers: ['reboot'],
      statuses: ['active'],
      sortBy: 'createdAt',
      sortOrder: 'asc',
    }),
  );
}
