import type {
  Clock,
  Execution,
  ExecutionRepository,
  JobType,
  ScheduleRepository,
} from '@scheduler/contracts';
import type { DeadLetters } from '../dead-letters/dead-letters.js';
import type { HandlerRegistry } from '../handlers/handler-registry.js';
import type { QueueControl } from '../queues/queue-control.js';
import type { QueueStats } from '../queues/queue-stats.js';

export interface SurveyedQueue extends QueueStats {
  /** Since when something could run that does not. Null: nothing could. */
  readonly waitingSince: Date | null;
}

/** What an operator asks when nothing seems to happen. Whether what is stored fits this build, `checkStored` tells. */
export interface Survey {
  /** The store's time, which decides. */
  readonly storeTime: Date;
  /** How far the store's clock is ahead of this process's; negative: behind. */
  readonly storeAheadMs: number;
  /** Types of handlers that no job which has not ended is of. */
  readonly typesWithoutJob: readonly string[];
  /** Running by their status, but their node is gone and nobody has brought them back; at most 1,000. */
  readonly lostLeases: readonly Execution[];
  /** The earliest instant that is due and was not fired. Null: none is due. */
  readonly dueSince: Date | null;
  readonly queues: readonly SurveyedQueue[];
  readonly deadLetters: number;
}

export interface SurveyParts {
  readonly schedules: Pick<ScheduleRepository, 'list' | 'nextDueAt' | 'now'>;
  readonly executions: Pick<ExecutionRepository, 'list' | 'nextAvailableAt'>;
  readonly handlers: Pick<HandlerRegistry, 'types'>;
  readonly queueControl: Pick<QueueControl, 'stats'>;
  readonly deadLetters: Pick<DeadLetters, 'stats'>;
  readonly clock: Pick<Clock, 'now'>;
  /** How long after its end a lease counts as lost. */
  readonly rescueGraceMs: number;
}

/** Reads what is needed to tell whether the scheduler is at work. It changes nothing. */
export async function survey(parts: SurveyParts): Promise<Survey> {
  const time = await compareClocks(parts);
  const nextDueAt = await parts.schedules.nextDueAt();
  return {
    ...time,
    typesWithoutJob: await typesWithoutJob(parts),
    lostLeases: await lostLeases(parts, time.storeTime),
    dueSince: nextDueAt !== null && nextDueAt <= time.storeTime ? nextDueAt : null,
    queues: await surveyQueues(parts, time.storeTime),
    deadLetters: (await parts.deadLetters.stats()).total,
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

async function typesWithoutJob({ handlers, schedules }: SurveyParts): Promise<readonly string[]> {
  const found: string[] = [];
  for (const type of handlers.types()) {
    const { items } = await schedules.list({
      tenant: null,
      types: [type as JobType],
      statuses: ['pending', 'active', 'paused'],
      sortBy: 'createdAt',
      sortOrder: 'asc',
      limit: 1,
      offset: 0,
    });
    if (items.length === 0) found.push(type);
  }
  return found;
}

async function lostLeases(
  { executions, rescueGraceMs }: SurveyParts,
  now: Date,
): Promise<readonly Execution[]> {
  const running = { tenant: null, statuses: ['running'], sortOrder: 'asc', limit: 1_000, offset: 0 } as const;
  const lostBefore = now.getTime() - rescueGraceMs;
  return (await executions.list(running)).items.filter(
    ({ leaseUntil }) => leaseUntil !== null && leaseUntil.getTime() < lostBefore,
  );
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
