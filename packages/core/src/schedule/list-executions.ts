import { type Execution, type ExecutionQuery, type Page, QueryInvalid } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { readInput } from '../support/input/read-input.js';
import { getJob } from './find-job.js';
import { executionQuerySchema } from './input/query-schema.js';
import type { ManagerParts } from './manager-parts.js';

const KNOWN = Object.keys(executionQuerySchema.shape);

/** Executions of all jobs and of work without a job, newest first unless asked otherwise. */
export async function listExecutions(
  parts: ManagerParts,
  given: ExecutionQuery,
  tenant: TenantScope,
): Promise<Page<Execution>> {
  const { job: reference, ...query } = readInput({
    schema: executionQuerySchema,
    value: given,
    error: QueryInvalid,
    subject: 'query',
    known: KNOWN,
  });
  if (reference === undefined) return parts.executions.list({ ...query, tenant });
  const { id } = await getJob(parts, reference, tenant);
  return parts.executions.list({ ...query, jobId: id, tenant });
}
