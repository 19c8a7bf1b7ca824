import type { HandledJob, JobContext } from '@scheduler/contracts';
import type { WitnessedCheckpoint, WitnessedStart } from '../../promises/evidence.js';

/** Sees every call of a handler, whatever becomes of the process that makes it. */
export class Witness {
  readonly starts: WitnessedStart[] = [];
  readonly checkpoints: WitnessedCheckpoint[] = [];

  started({ id }: Pick<HandledJob, 'id'>, context: JobContext): void {
    const { executionId, fence, node } = context;
    this.starts.push({ executionId, jobId: id, fence, node, resumedAt: stepOf(context) });
  }

  /** The store said that it has the step. */
  saved({ executionId, fence }: JobContext, step: number): void {
    this.checkpoints.push({ executionId, fence, step });
  }
}

/** The step that was saved last. 0: none. */
export function stepOf({ lastCheckpoint }: JobContext): number {
  return typeof lastCheckpoint === 'number' ? lastCheckpoint : 0;
}
