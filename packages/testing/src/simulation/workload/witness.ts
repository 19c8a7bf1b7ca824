import type { HandledJob, JobContext } from '@scheduler/contracts';
import type { WitnessedCheckpoint, WitnessedStart } from '../../promises/evidence.js';

/** Records every call of a handler, even if its process dies. */
export class Witness {
  readonly starts: WitnessedStart[] = [];
  readonly checkpoints: WitnessedCheckpoint[] = [];

  started({ id }: Pick<HandledJob, 'id'>, context: JobContext): void {
    const { executionId, fence, node } = context;
    this.starts.push({ executionId, jobId: id, fence, node, resumedAt: stepOf(context) });
  }

  /** The store confirmed that it saved the step. */
  saved({ executionId, fence }: JobContext, step: number): void {
    this.checkpoints.push({ executionId, fence, step });
  }
}

/** The last saved step. 0: there is none. */
export function stepOf({ lastCheckpoint }: JobContext): number {
  return typeof lastCheckpoint === 'number' ? lastCheckpoint : 0;
}
