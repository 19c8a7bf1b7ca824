import { type Execution, JobAlreadyExists } from '@scheduler/contracts';
import { skipAsDuplicate } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';

/** The same where nothing may be skipped: throws if an equal one stands in its way. */
export function refuseTakenUniqueKey(database: MemoryDatabase, execution: Execution, at: Date): void {
  const { status, reason } = withUniqueKey(database, execution, at);
  if (status === 'skipped') throw new JobAlreadyExists('uniqueKey', reason?.message ?? '');
}

/** A new execution as it is to be stored: skipped if an equal one stands in its way. Throws where that is to be refused. */
export function withUniqueKey({ executions }: MemoryDatabase, execution: Execution, at: Date): Execution {
  const { unique, status } = execution;
  if (unique === null || status !== 'pending') return execution;
  const holder = executions.places.holderFor(execution, at.getTime());
  if (holder === null) return execution;
  if (unique.onConflict === 'skip') return skipAsDuplicate(execution, holder.id, at);
  throw new JobAlreadyExists('uniqueKey', unique.onConflict.refuse);
}
