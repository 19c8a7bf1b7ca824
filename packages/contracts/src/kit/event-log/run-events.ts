import type { EventContext, EventRecord } from '../../event-log/logged-event.js';
import type { WorkflowLogEvent } from '../../event-log/event-names.js';
import type { JsonObject } from '../../values/json.js';
import type { WorkflowGraph } from '../../workflows/workflow-graph.js';
import { hasWorkflowEnded, type WorkflowRun, type WorkflowStatus } from '../../workflows/workflow-run.js';
import { isSameData, withData } from './event-json.js';

type RunKey = Pick<WorkflowRun, 'id' | 'tenant'>;

/** For a graph that is stored because the first run was pinned to it. It belongs to no tenant. */
export function graphStored(hash: string, graph: WorkflowGraph, context: EventContext): EventRecord {
  const data = withData([['graph', graph]]);
  return runEvent('WorkflowGraphStored', { id: hash, tenant: null }, data, context);
}

/** For each run that is written. Before null: it is new. */
export function runChanged(
  before: WorkflowRun | null,
  after: WorkflowRun,
  context: EventContext,
): readonly EventRecord[] {
  if (before === null) return [runEvent('WorkflowStarted', after, withData(Object.entries(after)), context)];
  const data = changedRunData(before, after);
  if (Object.keys(data).length === 0) return [];
  return [runEvent(nameOf(before, after), after, data, context)];
}

/** For runs that are deleted: one event for each tenant. The first of them stands for all. Their executions have an event of their own. */
export function runsDeleted(runs: readonly RunKey[], context: EventContext): readonly EventRecord[] {
  const byTenant = new Map<string | null, string[]>();
  for (const { id, tenant } of runs) {
    const ids = byTenant.get(tenant);
    if (ids === undefined) byTenant.set(tenant, [id]);
    else ids.push(id);
  }
  return [...byTenant].map(([tenant, ids]) =>
    runEvent('WorkflowsDeleted', { id: ids[0] ?? '', tenant }, { ids }, context),
  );
}

/** Of the steps, those that have changed. */
function changedRunData(before: WorkflowRun, after: WorkflowRun): JsonObject {
  const known = before as unknown as Record<string, unknown>;
  const fields = Object.entries(after).filter(
    ([key, value]) => key !== 'steps' && !isSameData(known[key], value),
  );
  const steps = Object.entries(after.steps).filter(
    ([step, state]) => before.steps[step] !== state && !isSameData(before.steps[step], state),
  );
  return withData([
    ...fields,
    ...(steps.length === 0 ? [] : [['steps', Object.fromEntries(steps)] as const]),
  ]);
}

const STATUS_EVENTS: Readonly<Partial<Record<WorkflowStatus, WorkflowLogEvent>>> = {
  paused: 'WorkflowPaused',
  stopping: 'WorkflowStopping',
  compensating: 'WorkflowCompensating',
  completed: 'WorkflowCompleted',
  completed_with_errors: 'WorkflowCompleted',
  failed: 'WorkflowFailed',
  cancelled: 'WorkflowCancelled',
  compensated: 'WorkflowCompensated',
  compensation_failed: 'WorkflowCompensationFailed',
};

function nameOf(before: WorkflowRun, after: WorkflowRun): WorkflowLogEvent {
  if (before.status === after.status) return 'WorkflowAdvanced';
  if (hasWorkflowEnded(before.status) && after.status === 'running') return 'WorkflowRetried';
  if (before.status === 'paused' && after.status === 'running') return 'WorkflowResumed';
  return STATUS_EVENTS[after.status] ?? 'WorkflowAdvanced';
}

function runEvent(
  name: WorkflowLogEvent,
  { id, tenant }: RunKey,
  data: JsonObject,
  { at, cause }: EventContext,
): EventRecord {
  return { name, version: 1, at, tenant, entity: 'workflow', entityId: id, jobId: null, cause, data };
}
