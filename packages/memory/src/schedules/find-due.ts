import type { DueJobs, FindDue } from '@scheduler/contracts/adapter';
import { jobForCaller } from '../database/own-copy.js';
import type { MemoryDatabase } from '../database/memory-database.js';

export function findDue(database: MemoryDatabase, { limit }: FindDue): DueJobs {
  const now = database.now();
  const due = database.jobs.due.upTo(now.getTime(), limit);
  return { now: new Date(now), jobs: due.map((record) => jobForCaller(record.job)) };
}
