import type {
  Clock,
  Execution,
  ExecutionRepository,
  ScheduledJob,
  ScheduleRepository,
} from '@scheduler/contracts';
import type { DeadLetters } from '../dead-letters/dead-letters.js';
import type { HandlerRegistry } from '../handlers/handler-registry.js';
import type { QueueControl } from '../queues/queue-control.js';
import type { QueueStats } from '../queues/queue-stats.js';

/** Work of a type that no handler of this node supports. */
export interface UnhandledType {
  readonly type: string;
  readonly count: number;
  /** The name of a job, or the id of an execution. */
  readonly example: string;
}

export interface SurveyedQueue extends QueueStats {
  /** Since when something could run that does not. Null: nothing could. */
  readonly waitingSince: Date | null;
}

/** What an operator asks when something seems wrong. Lists are looked through up to a limit, the soonest and oldest first. */
export interface Survey {
  /** The store's time, which decides. */
  readonly storeTime: Date;
  /** How far the store's clock is ahead of this process's; negative: behind. */
  readonly storeAheadMs: number;
  /** Jobs that have not ended. */
  readonly jobs: number;
  readonly unhandledJobs: readonly UnhandledType[];
  readonly unhandledWaiting: readonly UnhandledType[];
  /** Types of handlers that no job which has not ended is of. */
  readonly typesWithoutJob: readonly string[];
  /** Jobs that were paused because what is stored of them is not valid. */
  readonly quarantined: readonly ScheduledJob[];
  /** Running by their status, but their node is gone and nobody has brought them back. */
  readonly lostLeases: readonly Execution[];
  /** The earliest instant that is due and was not fired. Null: none is due. */
  readonly dueSince: Date | null;
  readonly queues: readonly SurveyedQueue[];
  readonly deadLetters: number;
}

export interface SurveyParts {
  readonly schedules: Pick<ScheduleRepository, 'list' | 'nextDueAt' | 'now'>;
  readonly executions: Pick<ExecutionRepository, 'list' | 'nextAvailableAt'>;
  readonly handlers: Pick<HandlerRegistry, 'supports' | 'types'>;
  readonly queueControl: Pick<QueueControl, 'stats'>;
  readonly deadLetters: Pick<DeadLetters, 'stats'>;
  readonly clock: Pick<Clock, 'now'>;
  /** How long after its end a lease counts as lost. */
  readonly rescueGraceMs: number;
}

const AT_ONCE = 1_000;
const MOST_JOBS = 20_000;
/** How the reason of a job begins that was paused because its row or its trigger is not valid. */
const QUARANTINED = 'quarantined:';

/** Reads what is needed to tell whether the scheduler is well. It changes nothing. */
export async function survey(parts: SurveyParts): Promise<Survey> {
  const { handlers, deadLetters } = parts;
  const time = await compareClocks(parts);
  const { jobs, total } = await unendedJobs(parts);
  const waiting = await oldest(parts, 'pending');
  const running = await oldest(parts, 'running');
  const types = new Set<string>(jobs.map(({ type }) => type));
  const unhandled = <TWork extends ScheduledJob | Execution>(work: readonly TWork[]) =>
    work.filter(({ type }) => !handlers.supports(type));
  const lostBefore = time.storeTime.getTime() - parts.rescueGraceMs;
  const nextDueAt = await parts.schedules.nextDueAt();
  return {
    ...time,
    jobs: total,
    unhandledJobs: byType(unhandled(jobs), ({ name }) => name),
    unhandledWaiting: byType(unhandled(waiting), ({ id }) => id),
    typesWithoutJob: handlers.types().filter((type) => !types.has(type)),
    quarantined: jobs.filter(
      ({ status, statusReason }) => status === 'paused' && statusReason?.startsWith(QUARANTINED) === true,
    ),
    lostLeases: running.filter(({ leaseUntil }) => leaseUntil !== null && leaseUntil.getTime() < lostBefore),
    dueSince: nextDueAt !== null && nextDueAt <= time.storeTime ? nextDueAt : null,
    queues: await surveyQueues(parts, time.storeTime),
    deadLetters: (await deadLetters.stats()).total,
  };
}

/** The store answers somewhere between question and answer: the middle is the best guess. */
async function compareClocks({
  schedules,
  clock,
}: SurveyParts): Promise<Pick<Survey, 'storeAheadMs' | 'storeTime'>> {
  const asked = clock.now().getTime();
  const storeTime = await schedules.now();
  const answered = clock.now().getTime();
  return { storeTime, storeAheadMs: Math.round(storeTime.getTime() - (asked + answered) / 2) };
}

async function unendedJobs({
  schedules,
}: SurveyParts): Promise<{ readonly jobs: readonly ScheduledJob[]; readonly total: number }> {
  const jobs: ScheduledJob[] = [];
  for (;;) {
    const page = await schedules.list({
      tenant: null,
      statuses: ['pending', 'active', 'paused'],
      sortBy: 'nextRunAt',
      sortOrder: 'asc',
      limit: AT_ONCE,
      offset: jobs.length,
    });
    jobs.push(...page.items);
    if (page.items.length < AT_ONCE || jobs.length >= MOST_JOBS) return { jobs, total: page.total };
  }
}

async function oldest(
  { executions }: SurveyParts,
  status: 'pending' | 'running',
): Promise<readonly Execution[]> {
  const page = { tenant: null, statuses: [status], sortOrder: 'asc', limit: AT_ONCE, offset: 0 } as const;
  return (await executions.list(page)).items;
}

function byType<TWork extends ScheduledJob | Execution>(
  work: readonly TWork[],
  exampleOf: (one: TWork) => string,
): readonly UnhandledType[] {
  const found = new Map<string, UnhandledType>();
  for (const one of work) {
    const { count, example } = found.get(one.type) ?? { count: 0, example: exampleOf(one) };
    found.set(one.type, { type: one.type, count: count + 1, example });
  }
  return [...found.values()].sort((a, b) => (a.type < b.type ? -1 : 1));
}

async function surveyQueues(
  { queueControl, executions }: SurveyParts,
  now: Date,
): Promise<readonly SurveyedQueue[]> {
  const stats = await queueControl.stats();
  return Promise.all(
    stats.map(async (queue) => {
      const at = queue.available === 0 ? null : await executions.nextAvailableAt({ queues: [queue.queue] });
      return { ...queue, waitingSince: at !== null && at <= now ? at : null };
    }),
  );
}
