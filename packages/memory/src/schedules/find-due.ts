import type { DueJobs, FindDue } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';

export function findDue(database: MemoryDatabase, { limit }: FindDue): DueJobs {
  const now = database.now();
  const due = database.jobs.due.upTo(now.getTime(), limit);
  return { now, jobs: due.map((record) => record.job) };
}
