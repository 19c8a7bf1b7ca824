import {
  type HistoryEntry,
  type HistoryQuery,
  type JobReference,
  type Page,
  QueryInvalid,
} from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { historyQuerySchema } from './input/query-schema.js';
import { readInput } from '../support/input/read-input.js';
import { getJob } from './find-job.js';
import type { ManagerParts } from './manager-parts.js';

const KNOWN = Object.keys(historyQuerySchema.shape);

/** The executions of a job, newest first unless asked otherwise, with their log lines on request. */
export async function history(
  parts: ManagerParts,
  reference: JobReference,
  given: HistoryQuery,
  tenant: TenantScope,
): Promise<Page<HistoryEntry>> {
  const { includeLogs, ...query } = readInput({
    schema: historyQuerySchema,
    value: given,
    error: QueryInvalid,
    subject: 'query',
    known: KNOWN,
  });
  const job = await getJob(parts, reference, tenant);
  const page = await parts.executions.list({ ...query, jobId: job.id, tenant });
  const executionIds = page.items.map(({ id }) => id);
  const logs = includeLogs ? await parts.executions.logs({ executionIds, tenant }) : [];
  const items = page.items.map((execution) => ({
    ...execution,
    logs: logs.filter((line) => line.executionId === execution.id),
  }));
  return { ...page, items };
}
