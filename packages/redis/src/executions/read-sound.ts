import type { Execution } from '@scheduler/contracts';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionFromFields, type Fields, fieldsFromList } from './execution-hash.js';
import { quarantine } from './quarantine.js';

/** What is running, of whole hashes as a step answers them. A corrupt one ends as failed, and the others are not held up by it. */
export async function readSound(
  database: RedisDatabase,
  lists: readonly (readonly string[])[],
): Promise<readonly Execution[]> {
  const sound: Execution[] = [];
  for (const list of lists) {
    const fields = fieldsFromList(list);
    const execution = readOrNull(fields);
    if (execution === null) await quarantine(database, fields);
    else sound.push(execution);
  }
  return sound;
}

function readOrNull(fields: Fields): Execution | null {
  try {
    return executionFromFields(fields);
  } catch {
    return null;
  }
}
