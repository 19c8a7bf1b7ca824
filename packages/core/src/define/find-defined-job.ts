import { JobAmbiguous, type PageRequest, type ScheduledJob } from '@scheduler/contracts';
import { allItems } from '@scheduler/contracts/adapter';

/** Where stored jobs are looked up. */
export interface StoredJobs {
  /** A job that goes by that name, whoever owns it. Throws JobAmbiguous. */
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
  const found = await findUnlessAmbiguous(stored, name);
  if (found === null || (found !== 'ambiguous' && isOwn(found))) return found;
  const similar = await allItems(PAGE_SIZE, (page) => stored.list({ ...page, nameContains: name }));
  const own = similar.filter(isOwn);
  return own.find((job) => !job.isFinal()) ?? own[0] ?? null;
}

/** Jobs of several tenants may have the name of a job that nobody owns, which is another one. */
async function findUnlessAmbiguous(
  stored: StoredJobs,
  name: string,
): Promise<ScheduledJob | 'ambiguous' | null> {
  try {
    return await stored.find(name);
  } catch (error) {
    if (error instanceof JobAmbiguous) return 'ambiguous';
    throw error;
  }
}
