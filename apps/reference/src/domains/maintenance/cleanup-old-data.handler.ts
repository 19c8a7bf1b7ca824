import { type HandledJob, type JobContext, type JobHandler, JobResult, jobType } from '@scheduler/contracts';
import { payload } from '../shared/payload.js';
import type { CleanupService } from './cleanup.service.js';

export const CLEANUP_OLD_DATA = jobType('cleanup_old_data');

export interface CleanupOldDataPayload {
  readonly retentionDays: number;
}

const RETENTION = { min: 1, max: 3650 };

export class CleanupOldDataHandler implements JobHandler {
  readonly types = [CLEANUP_OLD_DATA];

  constructor(private readonly cleanup: Pick<CleanupService, 'deleteOlderThan'>) {}

  supports(type: string): boolean {
    return type === CLEANUP_OLD_DATA;
  }

  validate(value: unknown): void {
    readCleanup(value);
  }

  async handle(job: HandledJob, { scheduledAt, signal, log }: JobContext): Promise<JobResult> {
    const { retentionDays } = readCleanup(job.payload);
    const deleted = await this.cleanup.deleteOlderThan({ retentionDays, now: scheduledAt, signal });
    log.info(`deleted data older than ${retentionDays} days`, { ...deleted });
    return JobResult.success({ retentionDays, deleted });
  }
}

function readCleanup(value: unknown): CleanupOldDataPayload {
  return { retentionDays: payload.wholeNumber(payload.object(value), 'retentionDays', RETENTION) };
}
