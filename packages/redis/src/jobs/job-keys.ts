import type { JobStatus } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';

/** The keys of jobs, without the base of the store. job-lua.ts describes their contents. */

export const jobKey = (id: string): string => `j:${id}`;

export const DUE_JOBS = 'jobs:due';

export const allJobs = (scope: string): string => `jobs:all:${scope}`;

export const jobsWith = (status: JobStatus, scope: string): string => `jobs:is:${status}:${scope}`;

export const jobsWaitingFor = (event: string): string => `jobs:on:${event}`;

export const expectedJobs = (scope: string): string => `jobs:expected:${scope}`;

/** A tenant scope as a part of keys. */
export function scopeKey(tenant: TenantScope): string {
  return tenant === null ? '*' : ownerKey(tenant);
}

/** A tenant as a part of keys. Null: jobs without a tenant. The length marks where the name ends, whatever characters it has. */
export function ownerKey(tenant: string | null): string {
  const text = tenant ?? '';
  return `${Buffer.byteLength(text)}:${text}`;
}
