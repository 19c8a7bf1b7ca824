import {
  hasWorkflowEnded,
  type WorkflowGraph,
  type WorkflowRun,
  type WorkflowStatus,
  workflowStatuses,
  type WorkflowStepKind,
} from '@scheduler/contracts';
import type { TenantScope, WorkflowRepository } from '@scheduler/contracts/adapter';
import type { WorkflowDefinition } from '../declare/workflow-definition.js';
import type { Definitions } from '../run/definitions.js';

/** A run that this version of the program could not finish. */
export interface StrandedRun {
  readonly runId: string;
  readonly workflow: string;
  readonly status: WorkflowStatus;
  /** The steps that have not ended and that the program does not have, or has as another kind of step. */
  readonly steps: readonly string[];
  /** The steps that the program could not undo, because it has no rollback for them any more. */
  readonly rollbacks: readonly string[];
}

export interface StrandedRuns {
  /** How many runs that have not ended were looked at. */
  readonly checked: number;
  readonly stranded: readonly StrandedRun[];
}

/** The statuses of runs that have not ended. */
export const OPEN: readonly WorkflowStatus[] = workflowStatuses.statuses.filter(
  (status) => !hasWorkflowEnded(status),
);

const PAGE_SIZE = 500;

export interface PlanParts {
  readonly runs: Pick<WorkflowRepository, 'count' | 'list'>;
  readonly graphOf: (hash: string) => Promise<WorkflowGraph | null>;
  readonly definitions: Pick<Definitions, 'all' | 'find'>;
  readonly tenant: TenantScope;
}

/**
 * Finds the runs that the program could not finish. Runs whose graph the program has as a whole are counted and not read, and that is nearly
 * every run; the others are read by pages.
 */
export async function planDeployment(parts: PlanParts): Promise<StrandedRuns> {
  const { runs, definitions, tenant } = parts;
  const open = (await runs.count({ tenant })).filter(({ status }) => OPEN.includes(status));
  const names = [...new Set(open.map(({ name }) => name))];
  const checked = open.reduce((sum, { count }) => sum + count, 0);
  const stranded: StrandedRun[] = [];
  const fitting = new Set(definitions.all().map(({ graphHash }) => graphHash));
  let offset = 0;
  while (names.length > 0) {
    const page = { limit: PAGE_SIZE, offset, sortOrder: 'asc' } as const;
    const { items } = await runs.list({ ...page, tenant, names, statuses: OPEN, exceptGraphs: [...fitting] });
    const found = await inspect(parts, items);
    stranded.push(...(found.fitting.length === 0 ? found.stranded : []));
    // Without the runs of the graphs that were found to fit, the same page begins with others.
    if (found.fitting.length > 0) for (const hash of found.fitting) fitting.add(hash);
    else if (items.length < PAGE_SIZE) break;
    else offset += items.length;
  }
  return { checked, stranded };
}

interface Inspected {
  readonly stranded: readonly StrandedRun[];
  /** The graphs of the runs that the program has as a whole. */
  readonly fitting: readonly string[];
}

async function inspect(
  { graphOf, definitions }: PlanParts,
  runs: readonly WorkflowRun[],
): Promise<Inspected> {
  const fitting = new Set<string>();
  const stranded: StrandedRun[] = [];
  for (const run of runs) {
    const graph = await graphOf(run.graphHash);
    const definition = definitions.find(run.name);
    if (graph === null || fits(graph, definition)) fitting.add(run.graphHash);
    else {
      const found = strandedRun(run, graph, definition);
      if (found !== null) stranded.push(found);
    }
  }
  return { stranded, fitting: [...fitting] };
}

/** Whether the program can finish every run that is pinned to a graph. */
function fits(graph: WorkflowGraph, definition: WorkflowDefinition | null): boolean {
  const kinds = kindsOf(definition);
  return graph.steps.every(
    ({ name, kind, hasRollback }) =>
      kinds.get(name) === kind && (!hasRollback || definition?.steps.get(name)?.rollback !== undefined),
  );
}

function kindsOf(definition: WorkflowDefinition | null): ReadonlyMap<string, WorkflowStepKind> {
  return new Map(definition?.graph.steps.map(({ name, kind }) => [name, kind]));
}

/** What of a run the program cannot do. Null: nothing is missing. Pure. */
export function strandedRun(
  run: WorkflowRun,
  graph: WorkflowGraph,
  definition: WorkflowDefinition | null,
): StrandedRun | null {
  const kinds = kindsOf(definition);
  const steps = graph.steps
    .filter(({ name, kind }) => isOpen(run, name) && kinds.get(name) !== kind)
    .map(({ name }) => name);
  const rollbacks = graph.steps
    .filter(
      ({ name, hasRollback }) =>
        hasRollback &&
        run.steps[name]?.undo?.status !== 'done' &&
        definition?.steps.get(name)?.rollback === undefined,
    )
    .map(({ name }) => name);
  if (steps.length === 0 && rollbacks.length === 0) return null;
  return { runId: run.id, workflow: run.name, status: run.status, steps, rollbacks };
}

function isOpen(run: WorkflowRun, step: string): boolean {
  const status = run.steps[step]?.status ?? 'waiting';
  return status === 'waiting' || status === 'active';
}
