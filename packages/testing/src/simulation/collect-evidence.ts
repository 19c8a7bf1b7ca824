import type { Execution, ScheduledJob, SchedulerStore, WorkflowGraph } from '@scheduler/contracts';
import { allItems } from '@scheduler/contracts/adapter';
import type { WorkflowEvidence } from '../promises/evidence.js';

const PAGE_SIZE = 500;

/** Reads all jobs and executions of a store. */
export async function readEverything({
  schedules,
  executions,
}: Pick<SchedulerStore, 'schedules' | 'executions'>): Promise<{
  readonly jobs: readonly ScheduledJob[];
  readonly executions: readonly Execution[];
}> {
  const order = { tenant: null, sortOrder: 'asc' } as const;
  return {
    jobs: await allItems(PAGE_SIZE, (page) => schedules.list({ ...page, ...order, sortBy: 'createdAt' })),
    executions: await allItems(PAGE_SIZE, (page) => executions.list({ ...page, ...order })),
  };
}

/** Reads all runs of workflows of a store, with the graphs that they are pinned to. */
export async function readWorkflows(
  { workflows }: Pick<SchedulerStore, 'workflows'>,
  started: readonly string[],
): Promise<WorkflowEvidence> {
  const graphs = new Map<string, WorkflowGraph>();
  if (workflows === null || workflows === undefined) return { runs: [], graphs, started };
  const order = { tenant: null, sortOrder: 'asc' } as const;
  const runs = await allItems(PAGE_SIZE, (page) => workflows.list({ ...page, ...order }));
  for (const hash of new Set(runs.map(({ graphHash }) => graphHash))) {
    const graph = await workflows.graph(hash);
    if (graph !== null) graphs.set(hash, graph);
  }
  return { runs, graphs, started };
}
