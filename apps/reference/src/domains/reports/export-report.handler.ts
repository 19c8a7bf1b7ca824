import { type HandledJob, type JobContext, type JobHandler, JobResult, jobType } from '@scheduler/contracts';
import { errorCode } from '../shared/files.js';
import { payload } from '../shared/payload.js';
import { REPORT_FORMATS } from './report-formats.js';
import { type ExportRequest, REPORT_PERIODS, type ReportService, UnknownReport } from './report.service.js';

export const EXPORT_REPORT = jobType('export_report');

/** Errors that may go away after a while, such as a full disk. */
const TEMPORARY: ReadonlySet<string | null> = new Set([
  'EAGAIN',
  'EBUSY',
  'EMFILE',
  'ENFILE',
  'ENOSPC',
  'EIO',
]);
const TRY_AGAIN_AFTER = '30s';

export class ExportReportHandler implements JobHandler {
  readonly types = [EXPORT_REPORT];

  constructor(private readonly reports: Pick<ReportService, 'export'>) {}

  supports(type: string): boolean {
    return type === EXPORT_REPORT;
  }

  validate(value: unknown): void {
    readExportRequest(value);
  }

  async handle(job: HandledJob, context: JobContext): Promise<JobResult> {
    try {
      const exported = await this.reports.export(readExportRequest(job.payload), context.scheduledAt);
      context.log.info('report exported', { ...exported });
      return JobResult.success(exported);
    } catch (error) {
      if (error instanceof UnknownReport) return JobResult.failure({ error, retry: false });
      if (TEMPORARY.has(errorCode(error))) {
        return JobResult.failure({ error, retry: true, delay: TRY_AGAIN_AFTER });
      }
      throw error;
    }
  }
}

// Whether the report exists is checked when the job runs, because the list of reports may change after the job was scheduled.
function readExportRequest(value: unknown): ExportRequest {
  const fields = payload.object(value);
  return {
    report: payload.text(fields, 'report'),
    format: payload.oneOf(fields, 'format', { accepted: REPORT_FORMATS, default: 'csv' }),
    period: payload.oneOf(fields, 'period', { accepted: REPORT_PERIODS, default: 'all' }),
  };
}
