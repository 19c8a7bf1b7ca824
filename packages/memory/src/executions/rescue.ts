import type { Execution } from '@scheduler/contracts';
import { copyExecution, rescueExecution, type RescueExecutions } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { countInJob } from './count-in-job.js';
import { arriveAtRuns } from '../workflows/advance-runs.js';

/** Rescues executions whose lease has expired (A4). */
export function rescue(
  database: MemoryDatabase,
  { graceMs, limit, deadLetterQueue }: RescueExecutions,
): readonly Execution[] {
  const at = database.now();
  const lostBefore = at.getTime() - graceMs;
  const { executions } = database;
  const rescued: Execution[] = [];
  while (rescued.length < limit) {
    const record = executions.leases.first();
    if (record === null || record.sortMs >= lostBefore) break;
    const execution = rescueExecution(record.execution, deadLetterQueue, at);
    executions.replace(record, execution, at.getTime());
    countInJob(database, execution, at);
    rescued.push(copyExecution(execution));
  }
  arriveAtRuns(database, rescued, at);
  return rescued;
}
