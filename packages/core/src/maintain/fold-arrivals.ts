import type { WorkflowRepository } from '@scheduler/contracts/adapter';

const FOLDED_AT_ONCE = 500;

/** Advances the runs of all executions that ended in transactions of callers, in small steps. Returns how many executions there were. */
export async function foldArrivals(workflows: Pick<WorkflowRepository, 'foldArrivals'>): Promise<number> {
  let folded = 0;
  for (let last = FOLDED_AT_ONCE; last >= FOLDED_AT_ONCE; folded += last)
    last = await workflows.foldArrivals({ limit: FOLDED_AT_ONCE });
  return folded;
}
