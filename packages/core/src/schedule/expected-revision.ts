import { JobRevisionMismatch, type ScheduledJob } from '@scheduler/contracts';
import type { FireResult } from '@scheduler/contracts/adapter';

/**
 * The revision that a caller expects a job to have. A change reads the job, asks this, and writes under the revision that it has read, so that
 * nobody can write in between: who does makes it read again, and the revision is another one then.
 */
export class ExpectedRevision {
  private accepted: number | undefined;

  constructor(private readonly given: number | undefined) {
    this.accepted = given;
  }

  /** Throws JobRevisionMismatch if the job has another one. */
  require({ id, revision }: ScheduledJob): void {
    if (this.given === undefined || revision === this.accepted) return;
    throw new JobRevisionMismatch(id, this.given, revision);
  }

  /** What the change itself has fired before it writes is no change by somebody else. */
  follow(fired: FireResult | null): void {
    if (this.given !== undefined && fired?.kind === 'fired') this.accepted = fired.job.revision;
  }
}
