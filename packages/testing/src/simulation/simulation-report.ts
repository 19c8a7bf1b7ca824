import type { Execution, ExecutionStatus, ScheduledJob } from '@scheduler/contracts';
import { checkPromises } from '../promises/check-promises.js';
import type { Violation } from '../promises/violation.js';
import { readEverything } from './collect-evidence.js';
import type { RunLog, SimulatedRun } from './run-log.js';
import type { SimulateScene } from './simulate-scene.js';

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

/** The promises without C and F, which cannot be judged because effects and outputs belong to the handlers. */
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
