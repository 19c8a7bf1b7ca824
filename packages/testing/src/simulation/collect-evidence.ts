import type { Execution, Page, ScheduledJob, SchedulerStore } from '@scheduler/contracts';

const AT_ONCE = 500;

/** Reads all jobs and executions of a store. */
export async function readEverything({
  schedules,
  executions,
}: Pick<SchedulerStore, 'schedules' | 'executions'>): Promise<{
  readonly jobs: readonly ScheduledJob[];
  readonly executions: readonly Execution[];
}> {
  const sorted = { tenant: null, sortOrder: 'asc', limit: AT_ONCE } as const;
  return {
    jobs: await all((offset) => schedules.list({ ...sorted, sortBy: 'createdAt', offset })),
    executions: await all((offset) => executions.list({ ...sorted, offset })),
  };
}

async function all<TItem>(read: (offset: number) => Promise<Page<TItem>>): Promise<readonly TItem[]> {
  const found: TItem[] = [];
  for (;;) {
    const { items } = await read(found.length);
    found.push(...items);
    if (items.length < AT_ONCE) return found;
  }
}
