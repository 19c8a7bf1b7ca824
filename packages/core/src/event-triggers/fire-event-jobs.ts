import {
  ConcurrentChange,
  type EventFailure,
  type Execution,
  type ScheduledJob,
  type TriggeredEvent,
} from '@scheduler/contracts';
import { allItems, type FireResult } from '@scheduler/contracts/adapter';
import { executionOfOccurrence, skippedExecution } from '../dispatch/build-executions.js';
import { mayRunAt } from '../dispatch/may-run-at.js';
import { announceNew } from '../schedule/enqueue.js';
import type { ManagerParts } from '../schedule/manager-parts.js';
import { sleep } from '../support/sleep.js';
import { workIdOf, metadataWithData } from './event-template.js';

const PAGE_SIZE = 500;
/** A concurrent change is usually over at the next attempt; a transaction of an application takes longer, so that later attempts pause. */
const PAUSE_AFTER = 5;
const MOST_ATTEMPTS = 60;
const PAUSE_MS = 50;

export interface FiredByEvent {
  readonly executions: readonly Execution[];
  /** Jobs that had an execution for this event already. */
  readonly repeated: number;
  /** The jobs that were not fired, and whose they are. */
  readonly failures: readonly (EventFailure & { readonly tenant: string | null })[];
}

/**
 * Fires every job that waits for the event. An event is an occurrence like any other: it has one execution for each job, and a trace
 * where the job is paused. The execution is looked up after the job was read, and the write succeeds only if nobody has changed the job
 * since: so one execution is created, however many nodes trigger the same event at once.
 */
export async function fireEventJobs(
  parts: ManagerParts,
  event: TriggeredEvent,
  mayBeRepeated: boolean,
): Promise<FiredByEvent> {
  const now = event.at;
  const executions: Execution[] = [];
  let repeated = 0;
  let waiting: readonly ScheduledJob[] = (await findWaiting(parts, event)).filter((job) =>
    mayRunAt(job, now),
  );
  for (let attempt = 1; waiting.length > 0 && attempt <= MOST_ATTEMPTS; attempt += 1) {
    if (attempt > PAUSE_AFTER) await sleep(parts.clock, PAUSE_MS);
    const mayExist = attempt > 1 || mayBeRepeated;
    const open = mayExist ? await withoutServed(parts, waiting, event) : waiting;
    repeated += waiting.length - open.length;
    const { created, conflicting } = await fireAll(parts, open, event);
    await announceNew(parts, created);
    executions.push(...created);
    waiting = await readAgain(parts, conflicting, event);
  }
  const error = 'others kept changing the job; trigger the event again with the same id';
  return { executions, repeated, failures: waiting.map(({ name, tenant }) => ({ name, tenant, error })) };
}

/** A job serves the events of its tenant; one without a tenant those without one, unless it declares that it serves all tenants. */
function serves({ trigger, tenant }: ScheduledJob, event: TriggeredEvent): boolean {
  if (trigger.kind !== 'event' || trigger.name !== event.name) return false;
  return tenant === event.tenant || (tenant === null && trigger.allTenants === true);
}

async function findWaiting(
  { schedules }: ManagerParts,
  event: TriggeredEvent,
): Promise<readonly ScheduledJob[]> {
  const { name, tenant } = event;
  const jobs = await allItems(PAGE_SIZE, (page) =>
    schedules.list({
      ...page,
      tenant: null,
      owners: tenant === null ? [null] : [null, tenant],
      events: [name],
      statuses: ['pending', 'active', 'paused'],
      sortBy: 'createdAt',
      sortOrder: 'asc',
    }),
  );
  return jobs.filter((job) => serves(job, event));
}

async function withoutServed(
  { executions }: ManagerParts,
  jobs: readonly ScheduledJob[],
  event: TriggeredEvent,
): Promise<readonly ScheduledJob[]> {
  const served = await Promise.all(
    jobs.map((job) => executions.get({ id: workIdOf(event, job), tenant: null })),
  );
  return jobs.filter((_, index) => served[index] === null);
}

interface FiringAttempt {
  readonly created: readonly Execution[];
  /** Jobs that somebody else changed first. */
  readonly conflicting: readonly string[];
}

async function fireAll(
  parts: ManagerParts,
  jobs: readonly ScheduledJob[],
  event: TriggeredEvent,
): Promise<FiringAttempt> {
  const created: Execution[] = [];
  const conflicting: string[] = [];
  const active = jobs.filter((job) => job.canExecute());
  const results = active.length === 0 ? [] : await fireActive(parts, active, event);
  for (const result of results)
    if (result.kind === 'fired') created.push(...result.executions);
    else conflicting.push(result.jobId);
  for (const job of jobs.filter(({ status }) => status === 'paused')) {
    const trace = await leaveTrace(parts, job, event);
    if (trace === null) conflicting.push(job.id);
    else created.push(trace);
  }
  return { created, conflicting };
}

function fireActive(
  { schedules, tracing }: ManagerParts,
  jobs: readonly ScheduledJob[],
  event: TriggeredEvent,
): Promise<readonly FireResult[]> {
  return schedules.fire({
    firings: jobs.map((job) => {
      const at = nominalInstant(job, event);
      const execution = executionOf(job, at, event);
      const executions = [{ ...execution, trace: tracing.current() ?? execution.trace }];
      return { job, nextRunAt: null, lastRunAt: at, executions, overlap: job.overlapPolicy() };
    }),
  });
}

function executionOf(job: ScheduledJob, at: Date, event: TriggeredEvent): Execution {
  const now = event.at;
  const occurrence = executionOfOccurrence({ job, id: workIdOf(event, job), now, at, lateness: 'on_time' });
  const jitterMs = occurrence.availableAt.getTime() - at.getTime();
  return {
    ...occurrence,
    metadata: metadataWithData(job.metadata, event),
    scheduledAt: now,
    availableAt: new Date(now.getTime() + jitterMs),
  };
}

/** Two events in one millisecond are still two: the later one gets the next free instant. */
function nominalInstant({ lastRunAt }: ScheduledJob, { at }: TriggeredEvent): Date {
  return lastRunAt === null || lastRunAt.getTime() < at.getTime() ? at : new Date(lastRunAt.getTime() + 1);
}

/** Null: somebody else changed the job first. */
async function leaveTrace(
  { schedules }: ManagerParts,
  job: ScheduledJob,
  event: TriggeredEvent,
): Promise<Execution | null> {
  const at = nominalInstant(job, event);
  const range = { count: 1, from: at, to: at };
  const bare = skippedExecution({ job, id: workIdOf(event, job), now: event.at, range, code: 'paused' });
  const trace = { ...bare, metadata: metadataWithData(job.metadata, event) };
  try {
    await schedules.save({
      job: job.with({ lastRunAt: at, updatedAt: event.at }),
      expectedRevision: job.revision,
      skipped: [trace],
    });
    return trace;
  } catch (error) {
    if (error instanceof ConcurrentChange) return null;
    throw error;
  }
}

/** Reads the jobs again, and returns those that still wait for the event. */
async function readAgain(
  { schedules }: ManagerParts,
  ids: readonly string[],
  event: TriggeredEvent,
): Promise<readonly ScheduledJob[]> {
  const jobs = await Promise.all(ids.map((id) => schedules.get({ id, tenant: null })));
  return jobs.filter(
    (job): job is ScheduledJob =>
      job !== null && !job.isFinal() && serves(job, event) && mayRunAt(job, event.at),
  );
}
