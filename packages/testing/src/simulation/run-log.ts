import type { AttemptStatus, JobHandler } from '@scheduler/contracts';
import type { WitnessedStart } from '../promises/evidence.js';
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
