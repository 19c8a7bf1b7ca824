import { isSchedulerError, type Page, type WorkflowRun } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { StrandedRuns, WorkflowRuns } from '@scheduler/workflow';
import { workflowsOfNode } from './workflows-of-node.js';

/** The runs that this build could not finish or undo. Null: the store keeps no workflows. */
export async function strandedRuns(node: SchedulerNode, tenant?: string): Promise<StrandedRuns | null> {
  const runs = await runsIfKept(node);
  if (runs === null) return null;
  return (tenant === undefined ? runs : runs.forTenant(tenant)).plan();
}

/** The latest runs whose compensation has failed for good, at most `limit`. Null: the store keeps no workflows. */
export async function halfUndoneRuns(node: SchedulerNode, limit: number): Promise<Page<WorkflowRun> | null> {
  const runs = await runsIfKept(node);
  return runs === null ? null : runs.list({ statuses: ['compensation_failed'], limit });
}

async function runsIfKept(node: SchedulerNode): Promise<WorkflowRuns | null> {
  try {
    return await workflowsOfNode(node);
  } catch (error) {
    if (isSchedulerError(error) && error.code === 'FEATURE_NOT_SUPPORTED') return null;
    throw error;
  }
}
