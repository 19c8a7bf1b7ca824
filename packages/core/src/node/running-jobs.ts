import type { Execution } from '@scheduler/contracts';
import type { ExecutionRepository } from '@scheduler/contracts/adapter';

const RUNNING = { tenant: null, statuses: ['running'], sortOrder: 'asc', limit: 1_000, offset: 0 } as const;

/** The executions that run now, on all nodes, oldest first; at most 1,000. */
export async function runningJobs(
  executions: Pick<ExecutionRepository, 'list'>,
): Promise<readonly Execution[]> {
  return (await executions.list(RUNNING)).items;
}
