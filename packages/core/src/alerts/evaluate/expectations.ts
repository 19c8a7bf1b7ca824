import { formatDuration, type ScheduledJob } from '@scheduler/contracts';
import {
  eachPage,
  type ExecutionRepository,
  type ScheduleRepository,
  type TenantScope,
} from '@scheduler/contracts/adapter';

export interface ExpectationsParts {
  readonly schedules: Pick<ScheduleRepository, 'list'>;
  readonly executions: Pick<ExecutionRepository, 'list'>;
}

/** Whether a job does what is expected of it: to succeed within some time. */
export interface Expectation {
  readonly withinMs: number;
  /** Null: it has never succeeded, or longer ago than such executions are kept. */
  readonly lastSuccessAt: Date | null;
  /** By when the next success is expected. */
  readonly dueAt: Date;
  /** How long ago that was. Negative: it is in time. */
  readonly lateMs: number;
  /** The same in words, without what it is about: `succeeded last at …; a success is expected by …`. */
  readonly words: string;
  /** A sentence that names the job. */
  readonly message: string;
}

const PAGE_SIZE = 500;
const MOST_REMEMBERED = 10_000;

/**
 * The jobs of which a success is expected (`expectWithin`), and whether it came in time. A success that was read once is remembered, so that a
 * job which is in time costs no statement.
 */
export class Expectations {
  private readonly successes = new Map<string, Date>();

  constructor(private readonly parts: ExpectationsParts) {}

  /** The jobs that may run and of which a success is expected. */
  async *jobs(tenant: TenantScope): AsyncGenerator<ScheduledJob> {
    const { schedules } = this.parts;
    const pages = eachPage(PAGE_SIZE, (page) =>
      schedules.list({
        ...page,
        tenant,
        statuses: ['pending', 'active'],
        expected: true,
        sortBy: 'createdAt',
        sortOrder: 'asc',
      }),
    );
    for await (const jobs of pages) yield* jobs;
  }

  /** Null: nothing is expected of the job, or it may not run now. */
  async of(job: ScheduledJob, now: Date): Promise<Expectation | null> {
    const { expectWithinMs } = job.policies;
    if (expectWithinMs === undefined || (job.status !== 'pending' && job.status !== 'active')) return null;
    const remembered = this.successes.get(job.id);
    if (remembered !== undefined) {
      const known = expectationOf(job, { expectWithinMs, lastSuccessAt: remembered, now });
      if (known.lateMs <= 0) return known;
    }
    const lastSuccessAt = await this.lastSuccess(job);
    return expectationOf(job, { expectWithinMs, lastSuccessAt, now });
  }

  private async lastSuccess({ id, tenant }: ScheduledJob): Promise<Date | null> {
    const { items } = await this.parts.executions.list({
      tenant,
      jobId: id,
      statuses: ['success'],
      sortOrder: 'desc',
      limit: 1,
      offset: 0,
    });
    const at = items[0]?.finishedAt ?? null;
    if (this.successes.size >= MOST_REMEMBERED) this.successes.clear();
    if (at !== null) this.successes.set(id, at);
    return at;
  }
}

interface Known {
  readonly expectWithinMs: number;
  readonly lastSuccessAt: Date | null;
  readonly now: Date;
}

function expectationOf(job: ScheduledJob, { expectWithinMs, lastSuccessAt, now }: Known): Expectation {
  const began = Math.max(job.createdAt.getTime(), job.startAt?.getTime() ?? 0);
  const dueAt = new Date((lastSuccessAt?.getTime() ?? began) + expectWithinMs);
  const lateMs = now.getTime() - dueAt.getTime();
  const last =
    lastSuccessAt === null ? 'has not succeeded yet' : `succeeded last at ${lastSuccessAt.toISOString()}`;
  const until = `a success was expected by ${dueAt.toISOString()} (every ${formatDuration(expectWithinMs)})`;
  const words = `${last}; ${lateMs > 0 ? until : until.replace('was', 'is')}`;
  return {
    withinMs: expectWithinMs,
    lastSuccessAt,
    dueAt,
    lateMs,
    words,
    message: `the job '${job.name}' ${words}`,
  };
}
