import type { Execution, IdGenerator, Logger, ScheduledJob } from '@scheduler/contracts';
import { allItems, type JobQueue, type ScheduleRepository } from '@scheduler/contracts/adapter';
import type { ExecutionEvents } from '../signals/events/execution-events.js';
import { announce, publishNew } from '../signals/announce.js';
import { executionOfOccurrence } from './build-executions.js';
import { mayRunAt } from './may-run-at.js';

export interface FireAtStartParts {
  readonly schedules: ScheduleRepository;
  readonly queue: JobQueue;
  readonly ids: IdGenerator;
  readonly events: ExecutionEvents;
  readonly logger: Logger;
}

const PAGE_SIZE = 500;

/** Fires every job whose trigger is the start of a node. A start is an occurrence like any other: it has one execution. */
export async function fireAtStart(parts: FireAtStartParts): Promise<readonly Execution[]> {
  const now = await parts.schedules.now();
  const jobs = (await findRebootJobs(parts.schedules)).filter((job) => mayRunAt(job, now));
  if (jobs.length === 0) return [];
  const results = await parts.schedules.fire({
    firings: jobs.map((job) => ({
      job,
      nextRunAt: null,
      lastRunAt: now,
      executions: [executionOfOccurrence({ job, id: parts.ids.next(), now, at: now, lateness: 'on_time' })],
      overlap: job.overlapPolicy(),
    })),
  });
  const fired = results.flatMap((result) => (result.kind === 'fired' ? result.executions : []));
  publishNew(parts.events, fired);
  await announce(parts, fired);
  return fired;
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
