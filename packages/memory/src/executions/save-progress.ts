import type { SaveProgress } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { ownJson } from '../database/own-copy.js';
import { heldBy } from './held.js';

export function saveProgress(database: MemoryDatabase, { execution, progress }: SaveProgress): boolean {
  const record = heldBy(database, { executionId: execution.id, fence: execution.fence });
  if (record === null) return false;
  // No index depends on the progress, so that the record is changed directly.
  record.execution = {
    ...record.execution,
    progress: { ...progress, checkpoint: ownJson(progress.checkpoint) },
  };
  return true;
}
