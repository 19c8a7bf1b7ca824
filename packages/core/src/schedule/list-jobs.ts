import { type JobQuery, type Page, QueryInvalid, type ScheduledJob } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { readInput } from '../support/input/read-input.js';
import { jobQuerySchema } from './input/query-schema.js';
import type { ManagerParts } from './manager-parts.js';

const KNOWN = Object.keys(jobQuerySchema.shape);

/** The jobs that the query describes, latest first unless asked otherwise. */
export async function listJobs(
  parts: ManagerParts,
  given: JobQuery,
  tenant: TenantScope,
): Promise<Page<ScheduledJob>> {
  const query = readInput({
    schema: jobQuerySchema,
    value: given,
    error: QueryInvalid,
    subject: 'query',
    known: KNOWN,
  });
  return parts.schedules.list({ ...query, tenant });
}
