import type { Execution, ScheduledJob } from '@scheduler/contracts';
import { EventFold, type EventLog, type TenantScope } from '@scheduler/contracts/adapter';
import { upcast } from '../schemas/upcast.js';

/** A job and its executions as they were. */
export interface JobAtInstant {
  /** Null: there was none, or the log does not have its beginning. */
  readonly job: ScheduledJob | null;
  /** Those that had not ended, and the latest 100 of the others, oldest first. */
  readonly executions: readonly Execution[];
  /** How many executions were stored. */
  readonly total: number;
}

interface AtInstant {
  readonly jobId: string;
  readonly tenant: TenantScope;
  readonly at: Date;
}

const AT_ONCE = 1_000;
const MOST_ENDED = 100;

/** Folds the events of a job up to an instant. */
export async function jobAtInstant(
  log: Pick<EventLog, 'read'>,
  { jobId, tenant, at }: AtInstant,
): Promise<JobAtInstant> {
  const fold = new EventFold();
  // What happened at the instant itself is in it.
  const until = new Date(at.getTime() + 1);
  for (let after: string | null = null, isEnd = false; !isEnd;) {
    const page: Awaited<ReturnType<EventLog['read']>> = await log.read({
      tenant,
      jobId,
      until,
      after,
      limit: AT_ONCE,
    });
    for (const event of page.events) fold.apply(upcast(event));
    after = page.next;
    isEnd = page.atEnd;
  }
  const executions = [...fold.executions.values()];
  const ended = executions.filter(({ finishedAt }) => finishedAt !== null);
  const left = new Set(ended.slice(0, Math.max(0, ended.length - MOST_ENDED)));
  return {
    job: fold.jobs.get(jobId) ?? null,
    executions: executions.filter((execution) => !left.has(execution)),
    total: executions.length,
  };
}
