import type { Execution } from '@scheduler/contracts';
import type { ExecutionById } from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { isInScope } from '../database/scope.js';
import type { Fields } from './execution-hash.js';
import { readableExecution } from './corrupt-execution.js';

/** Reads executions in the order of the ids. Those that do not exist are left out. */
export async function readExecutions(
  database: RedisDatabase,
  ids: readonly string[],
): Promise<readonly Execution[]> {
  const executions: Execution[] = [];
  for (const chunk of inChunks(ids)) {
    const pipeline = database.redis.pipeline();
    for (const id of chunk) pipeline.hgetall(database.key(`x:${id}`));
    for (const [error, answer] of (await pipeline.exec()) ?? []) {
      if (error !== null) throw error;
      const fields = answer as Fields;
      if (fields['status'] !== undefined) executions.push(readableExecution(fields));
    }
  }
  return executions;
}

export async function getExecution(
  database: RedisDatabase,
  { id, tenant }: ExecutionById,
): Promise<Execution | null> {
  const [execution] = await readExecutions(database, [id]);
  return execution !== undefined && isInScope(execution, tenant) ? execution : null;
}
