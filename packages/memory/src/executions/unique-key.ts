import { type Execution, JobAlreadyExists } from '@scheduler/contracts';
import { skipAsDuplicate } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';

/** Throws if an equal execution holds the unique key. */
export function refuseTakenUniqueKey(database: MemoryDatabase, execution: Execution, at: Date): void {
  const { status, reason } = withUniqueKey(database, execution, at);
  if (status === 'skipped') throw new JobAlreadyExists('uniqueKey', reason?.message ?? '');
}

/** Returns a new execution as it should be stored: unchanged, or skipped if its unique key is taken. Throws if the policy refuses it then. */
export function withUniqueKey({ executions }: MemoryDatabase, execution: Execution, at: Date): Execution {
  const { unique, status } = execution;
  if (unique === null || status !== 'pending') return execution;
  const holder = executions.uniqueKeys.holderFor(execution, at.getTime());
  if (holder === null) return execution;
  if (unique.onConflict === 'skip') return skipAsDuplicate(execution, holder.id, at);
  throw new JobAlreadyExists('uniqueKey', unique.onConflict.refuse);
}
