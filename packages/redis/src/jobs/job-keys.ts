import type { JobStatus } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';

/** Where jobs stand, behind the base of the store; job-lua.ts tells what is there. */

export const jobKey = (id: string): string => `j:${id}`;

export const DUE_JOBS = 'jobs:due';

export const allJobs = (scope: string): string => `jobs:all:${scope}`;

export const jobsWith = (status: JobStatus, scope: string): string => `jobs:is:${status}:${scope}`;

export const jobsWaitingFor = (event: string): string => `jobs:on:${event}`;

/** As a part of keys. */
export function scopeKey(tenant: TenantScope): string {
  return tenant === null ? '*' : ownerKey(tenant);
}

/** Null: of nobody. Its length tells where it ends, whatever characters it has. */
export function ownerKey(tenant: string | null): string {
  const text = tenant ?? '';
  return `${Buffer.byteLength(text)}:${text}`;
}
