import type {
  AttemptStatus,
  Execution,
  ExecutionStatus,
  JobHandler,
  ScheduledJob,
} from '@scheduler/contracts';
import { checkPromises } from '../promises/check-promises.js';
import type { WitnessedStart } from '../promises/evidence.js';
import type { Violation } from '../promises/violation.js';
import { readEverything } from './collect-evidence.js';
import type { SimulateScene } from './simulate.js';
import type { VirtualTime } from './world/virtual-time.js';

/** One call of a handler. */
export interface SimulatedRun {
  /** Null for an enqueued item. */
  readonly job: string | null;
  readonly type: string;
  readonly executionId: string;
  /** The nominal instant. */
  readonly scheduledAt: Date;
  readonly startedAt: Date;
  /** Such as `n2.3`: the third start of node 2. */
  readonly process: string;
  readonly attempt: number;
  /** The result of the attempt. Null: it has not ended, or its result is not stored yet. */
  readonly status: AttemptStatus | null;
}

/** The results of one job. */
export interface SimulatedJob {
  readonly job: ScheduledJob;
  readonly runs: readonly SimulatedRun[];
  readonly executions: readonly Execution[];
  /** Its executions with one of these statuses. */
  having(...statuses: readonly ExecutionStatus[]): readonly Execution[];
}

export interface SimulationReport {
  /** Calls of handlers, in the order in which they began. */
  readonly runs: readonly SimulatedRun[];
  readonly jobs: readonly ScheduledJob[];
  readonly executions: readonly Execution[];
  /** Violations of the promises that hold for any handlers. Empty, unless the scheduler has a bug. */
  readonly violations: readonly Violation[];
  /** The results of the job with this name. */
  of(job: string): SimulatedJob;
}

/** Records every call of a handler. */
export class RunLog {
  readonly starts: (WitnessedStart & Omit<SimulatedRun, 'status'>)[] = [];

  constructor(private readonly time: VirtualTime) {}

  listening(handler: JobHandler, process: string): JobHandler {
    const { time, starts } = this;
    return Object.assign(Object.create(handler) as JobHandler, {
      handle: (job: Parameters<JobHandler['handle']>[0], context: Parameters<JobHandler['handle']>[1]) => {
        const { executionId, fence, node, attempt, scheduledAt } = context;
        const { id: jobId, name, type } = job;
        starts.push({
          executionId,
          jobId,
          fence,
          node,
          attempt,
          scheduledAt,
          type,
          process,
          job: name,
          startedAt: time.now(),
        });
        return handler.handle(job, context);
      },
    });
  }
}

/** C and F cannot be checked, because they need effects and outputs that real handlers do not have. */
const JUDGED = ['A', 'B', 'D', 'E', 'G'] as const;
const PATIENCE_MS = 10_000;

export async function simulationReport(scene: SimulateScene): Promise<SimulationReport> {
  const { jobs, executions } = await readEverything(scene.store);
  const runs = runsOf(scene.log, executions);
  return {
    runs,
    jobs,
    executions,
    violations: judge(scene, { jobs, executions }),
    of: (name) => {
      const job = jobs.find((each) => each.name === name);
      if (job === undefined)
        throw new RangeError(
          `no job is named ${JSON.stringify(name)}; there are ${jobs.map((each) => each.name).join(', ')}`,
        );
      const own = executions.filter(({ jobId }) => jobId === job.id);
      return {
        job,
        runs: runs.filter((run) => run.job === name),
        executions: own,
        having: (...statuses) => own.filter(({ status }) => statuses.includes(status)),
      };
    },
  };
}

function runsOf({ starts }: RunLog, executions: readonly Execution[]): readonly SimulatedRun[] {
  const attempts = new Map(
    executions.flatMap(({ id, attempts: all }) =>
      all.map(({ fence, status }) => [`${id} ${fence}`, status] as const),
    ),
  );
  return starts.map(({ executionId, fence, job, type, scheduledAt, startedAt, process, attempt }) => ({
    job,
    type,
    executionId,
    scheduledAt,
    startedAt,
    process,
    attempt,
    status: attempts.get(`${executionId} ${fence}`) ?? null,
  }));
}

/** Runs that are due right before the end are not expected, because they had no time to run. */
function judge(
  { time, leaseMs, certainty, log }: SimulateScene,
  stored: Pick<SimulationReport, 'jobs' | 'executions'>,
): readonly Violation[] {
  const patienceMs = 3 * leaseMs + PATIENCE_MS;
  const stillDue = new Date(time.nowMs - patienceMs);
  const known = new Set(stored.jobs.map(({ id }) => id));
  return checkPromises(
    {
      ...stored,
      readAt: time.now(),
      patienceMs,
      expected: certainty.expected(stillDue).filter(({ jobId }) => known.has(jobId)),
      enqueued: [],
      removedJobs: log.starts.flatMap(({ jobId }) => (jobId === null || known.has(jobId) ? [] : [jobId])),
      starts: log.starts,
      effects: [],
    },
    JUDGED,
  );
}
