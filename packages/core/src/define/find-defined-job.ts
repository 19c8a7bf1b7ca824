import type { PageRequest, ScheduledJob } from '@scheduler/contracts';
import { allItems } from '@scheduler/contracts/adapter';

/** Where stored jobs are looked up. */
export interface StoredJobs {
  /** A job that goes by that name, whoever owns it. */
  find(name: string): Promise<ScheduledJob | null>;
  /** The jobs whose names contain the text, the newest first. */
  list(request: PageRequest & { readonly nameContains: string }): Promise<{
    readonly items: readonly ScheduledJob[];
  }>;
}

const PAGE_SIZE = 1_000;

/**
 * The stored job of a definition: the one with exactly that name and owner which has not ended, else the newest that has. Without a
 * tenant it is a job that nobody owns. A job of somebody else, or one with that text as its id, is another job.
 */
export async function findDefinedJob(
  stored: StoredJobs,
  { name, tenant }: { readonly name: string; readonly tenant: string | null },
): Promise<ScheduledJob | null> {
  const isOwn = (job: ScheduledJob) => job.name === name && job.tenant === tenant;
  const found = await stored.find(name);
  if (found === null || isOwn(found)) return found;
  const similar = await allItems(PAGE_SIZE, (page) => stored.list({ ...page, nameContains: name }));
  const own = similar.filter(isOwn);
  return own.find((job) => !job.isFinal()) ?? own[0] ?? null;
}
