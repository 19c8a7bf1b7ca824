import { type Execution, type ScheduledJob, toTenant } from '@scheduler/contracts';
import type { ExecutionRepository, ScheduleRepository, TenantScope } from '@scheduler/contracts/adapter';
import { pagesByInstant } from '../../support/pages-by-instant.js';
import {
  problemsOfExecution,
  problemsOfJob,
  type CompatibilityRules,
  type CompatibilityProblem,
} from './compatibility-problems.js';

export interface CheckedCounts {
  /** Jobs that have not ended. */
  readonly jobs: number;
  /** Executions that wait. */
  readonly executions: number;
}

/** Whether what is stored fits the handlers, schemas and triggers of this build. */
export interface CompatibilityReport {
  readonly checked: CheckedCounts;
  /** The first problems, jobs before executions, each oldest first. */
  readonly problems: readonly CompatibilityProblem[];
  /** How many problems there are in all. */
  readonly found: number;
}

export interface CompatibilityOptions {
  /** Default: the jobs and executions of all tenants. */
  readonly tenant?: string;
  /** List so many problems at most. Default 1000; all are counted. */
  readonly limit?: number;
  /** Called after each page with how many were checked so far. */
  readonly onProgress?: (checked: CheckedCounts) => void;
}

export interface CompatibilityParts extends CompatibilityRules {
  readonly schedules: Pick<ScheduleRepository, 'list'>;
  readonly executions: Pick<ExecutionRepository, 'list'>;
}

const PAGE_SIZE = 1_000;
const MOST_LISTED = 1_000;

/** Reads all jobs that have not ended and all executions that wait, and changes nothing. */
export async function checkCompatibility(
  parts: CompatibilityParts,
  { tenant, limit = MOST_LISTED, onProgress }: CompatibilityOptions = {},
): Promise<CompatibilityReport> {
  const checked = { jobs: 0, executions: 0 };
  const problems: CompatibilityProblem[] = [];
  let found = 0;
  const take = (kind: keyof CheckedCounts, count: number, some: readonly CompatibilityProblem[]) => {
    checked[kind] += count;
    found += some.length;
    problems.push(...some.slice(0, Math.max(0, limit - problems.length)));
    onProgress?.({ ...checked });
  };
  const scope = tenant === undefined ? null : toTenant(tenant);
  for await (const jobs of storedJobs(parts, scope))
    take(
      'jobs',
      jobs.length,
      jobs.flatMap((job) => problemsOfJob(job, parts)),
    );
  for await (const executions of waitingExecutions(parts, scope))
    take(
      'executions',
      executions.length,
      executions.flatMap((execution) => problemsOfExecution(execution, parts)),
    );
  return { checked, problems, found };
}

function storedJobs({ schedules }: CompatibilityParts, tenant: TenantScope) {
  return pagesByInstant<ScheduledJob>({
    limit: PAGE_SIZE,
    instantOf: ({ createdAt }) => createdAt,
    read: async ({ since, ...page }) => {
      const after = since === undefined ? {} : { createdAfter: since };
      const statuses = ['pending', 'active', 'paused'] as const;
      const order = { sortBy: 'createdAt', sortOrder: 'asc' } as const;
      return (await schedules.list({ ...after, ...page, ...order, statuses, tenant })).items;
    },
  });
}

function waitingExecutions({ executions }: CompatibilityParts, tenant: TenantScope) {
  return pagesByInstant<Execution>({
    limit: PAGE_SIZE,
    instantOf: ({ startedAt, scheduledAt }) => startedAt ?? scheduledAt,
    read: async ({ since, ...page }) => {
      const after = since === undefined ? {} : { since };
      const waiting = { statuses: ['pending'], sortOrder: 'asc' } as const;
      return (await executions.list({ ...after, ...page, ...waiting, tenant })).items;
    },
  });
}
