import type { Execution, ScheduledJob, SchedulerStore } from '@scheduler/contracts';
import { allItems } from '@scheduler/contracts/adapter';

const PAGE_SIZE = 500;

/** Reads all jobs and executions of a store. */
export async function readEverything({
  schedules,
  executions,
}: Pick<SchedulerStore, 'schedules' | 'executions'>): Promise<{
  readonly jobs: readonly ScheduledJob[];
  readonly executions: readonly Execution[];
}> {
  const order = { tenant: null, sortOrder: 'asc' } as const;
  return {
    jobs: await allItems(PAGE_SIZE, (page) => schedules.list({ ...page, ...order, sortBy: 'createdAt' })),
    executions: await allItems(PAGE_SIZE, (page) => executions.list({ ...page, ...order })),
  };
}
