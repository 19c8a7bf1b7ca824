import type { Execution, JobQuery, ListPosition, ScheduledJob, Scheduler } from '@scheduler/contracts';
import { type ExecutionSearch, type FoundExecutions, searchExecutions } from '@scheduler/core';

/** All rows that match a filter, however many. */
export interface MatchingRows<T> {
  /** How many there are, exactly. */
  count(): Promise<number>;
  /** The first of them. */
  sample(most: number): Promise<readonly T[]>;
  /** Their ids, some at a time and each once, whatever is done with the rows meanwhile. */
  ids(): AsyncIterable<readonly string[]>;
}

const PAGE = 200;

type Executions = Omit<ExecutionSearch, 'limit' | 'after' | 'sortOrder'>;
type Jobs = Omit<JobQuery, 'limit' | 'offset' | 'sortOrder' | 'sortBy'>;

export function matchingExecutions(scheduler: Scheduler, query: Executions): MatchingRows<Execution> {
  const pages = () => pagesOfExecutions(scheduler, query);
  return {
    count: async () => {
      const { payload, ...filter } = query;
      if (payload !== undefined) return countOf(pages());
      const { total, totalIsExact } = await scheduler.listExecutions({ ...filter, limit: 1 });
      return totalIsExact ? total : countOf(pages());
    },
    sample: (most) => firstOf(pages(), most),
    ids: async function* () {
      for await (const items of pages()) yield items.map(({ id }) => id);
    },
  };
}

async function* pagesOfExecutions(
  scheduler: Scheduler,
  query: Executions,
): AsyncGenerator<readonly Execution[]> {
  let next: ListPosition | null = null;
  do {
    const page: FoundExecutions = await searchExecutions(scheduler, {
      ...query,
      limit: PAGE,
      ...(next === null ? {} : { after: next }),
    });
    yield page.items;
    next = page.next;
  } while (next !== null);
}

/** @param isWanted what the filter of a store cannot say */
export function matchingJobs(
  scheduler: Scheduler,
  query: Jobs,
  isWanted: (job: ScheduledJob) => boolean,
): MatchingRows<ScheduledJob> {
  const pages = async function* () {
    for (let offset = 0; ; offset += PAGE) {
      const { items } = await scheduler.list({ ...query, limit: PAGE, offset });
      yield items.filter(isWanted);
      if (items.length < PAGE) return;
    }
  };
  return {
    count: () => countOf(pages()),
    sample: (most) => firstOf(pages(), most),
    ids: async function* () {
      // All ids are read first, since a job that is changed leaves the list.
      const all: string[] = [];
      for await (const items of pages()) all.push(...items.map(({ id }) => id));
      yield all;
    },
  };
}

async function firstOf<T>(pages: AsyncIterable<readonly T[]>, most: number): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const items of pages) {
    found.push(...items);
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

async function countOf(pages: AsyncIterable<readonly unknown[]>): Promise<number> {
  let count = 0;
  for await (const items of pages) count += items.length;
  return count;
}
