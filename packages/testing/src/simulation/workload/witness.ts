import type { HandledJob, JobContext } from '@scheduler/contracts';
import type { WitnessedStart } from '../../promises/evidence.js';

/** Sees every call of a handler, whatever becomes of the process that makes it. */
export class Witness {
  readonly starts: WitnessedStart[] = [];

  started({ id }: Pick<HandledJob, 'id'>, { executionId, fence, node }: JobContext): void {
    this.starts.push({ executionId, jobId: id, fence, node });
  }
}
