import type { Execution } from '@scheduler/contracts';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionFromFields, type Fields, fieldsFromList } from './execution-hash.js';
import { quarantine } from './quarantine.js';

/** Parses running executions from their hashes, as scripts return them. A corrupt one is failed, so that it does not block the others. */
export async function readOrQuarantine(
  database: RedisDatabase,
  lists: readonly (readonly string[])[],
): Promise<readonly Execution[]> {
  const executions: Execution[] = [];
  for (const list of lists) {
    const fields = fieldsFromList(list);
    const execution = readOrNull(fields);
    if (execution === null) await quarantine(database, fields);
    else executions.push(execution);
  }
  return executions;
}

function readOrNull(fields: Fields): Execution | null {
  try {
    return executionFromFields(fields);
  } catch {
    return null;
  }
}
