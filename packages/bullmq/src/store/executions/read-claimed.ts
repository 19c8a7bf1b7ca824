import type { Execution } from '@scheduler/contracts';
import type { RedisDatabase } from '../common/redis-database.js';
import { executionFromFields, type Fields, fieldsFromList } from './execution-hash.js';
import { quarantine } from './quarantine.js';

/** What was claimed. A corrupt one ends as failed, and the others are not held up by it. */
export async function readClaimed(database: RedisDatabase, answer: unknown): Promise<readonly Execution[]> {
  const claimed: Execution[] = [];
  for (const list of answer as readonly (readonly string[])[]) {
    const fields = fieldsFromList(list);
    const execution = readOrNull(fields);
    if (execution === null) await quarantine(database, fields);
    else claimed.push(execution);
  }
  return claimed;
}

export function readOrNull(fields: Fields): Execution | null {
  try {
    return executionFromFields(fields);
  } catch {
    return null;
  }
}
