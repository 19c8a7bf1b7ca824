import type { Execution } from '@scheduler/contracts';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionFromFields, type Fields } from './execution-hash.js';
import { quarantine } from './quarantine.js';

/** Parses running executions from their hashes, as scripts return or leave them. A corrupt one is failed, so that it does not block the others. */
export async function readOrQuarantine(
  database: RedisDatabase,
  hashes: readonly Fields[],
): Promise<readonly Execution[]> {
  const executions: Execution[] = [];
  for (const fields of hashes) {
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
