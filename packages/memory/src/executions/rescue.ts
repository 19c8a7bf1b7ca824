import type { Execution } from '@scheduler/contracts';
import {
  copyExecution,
  executionChanged,
  rescueExecution,
  type RescueExecutions,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { countInJob } from './count-in-job.js';
import { arriveAtRuns } from '../workflows/advance-runs.js';

/** Rescues executions whose lease has expired (A4). */
export function rescue(
  database: MemoryDatabase,
  { graceMs, limit, deadLetterQueue, cause = null }: RescueExecutions,
): readonly Execution[] {
  const at = database.now();
  const context = { at, cause };
  const lostBefore = at.getTime() - graceMs;
  const { executions } = database;
  const rescued: Execution[] = [];
  while (rescued.length < limit) {
    const record = executions.leases.first();
    if (record === null || record.sortMs >= lostBefore) break;
    const before = record.execution;
    const execution = rescueExecution(before, deadLetterQueue, at);
    executions.replace(record, execution, at.getTime());
    database.log?.append(...executionChanged(before, execution, context));
    countInJob(database, execution, context);
    rescued.push(copyExecution(execution));
  }
  arriveAtRuns(database, rescued, context);
  return rescued;
}
