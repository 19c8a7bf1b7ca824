import type { Page, WorkflowRun } from '@scheduler/contracts';
import { isInScope, type ListRuns, type RunCount, type TenantScope } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';

export function listRuns({ workflows }: MemoryDatabase, request: ListRuns): Page<WorkflowRun> {
  const { limit, offset, sortOrder } = request;
  const matching = [...workflows.runs.values()].filter((run) => matches(run, request)).sort(byCreation);
  if (sortOrder === 'desc') matching.reverse();
  const items = matching.slice(offset, offset + limit).map(runForCaller);
  return { items, total: matching.length, totalIsExact: true, limit, offset };
}

function matches(run: WorkflowRun, request: ListRuns): boolean {
  const { tenant, names, statuses, exceptGraphs = [], attributes = {}, parent } = request;
  if (!isInScope(run, tenant)) return false;
  if (names !== undefined && names.length > 0 && !names.includes(run.name)) return false;
  if (statuses !== undefined && statuses.length > 0 && !statuses.includes(run.status)) return false;
  if (exceptGraphs.includes(run.graphHash)) return false;
  if (parent !== undefined && (run.parent?.runId ?? null) !== parent) return false;
  return Object.entries(attributes).every(
    ([name, value]) => Object.hasOwn(run.attributes, name) && run.attributes[name] === value,
  );
}

function byCreation(a: WorkflowRun, b: WorkflowRun): number {
  const difference = a.createdAt.getTime() - b.createdAt.getTime();
  return difference !== 0 ? difference : a.id < b.id ? -1 : 1;
}

export function countRuns({ workflows }: MemoryDatabase, tenant: TenantScope): readonly RunCount[] {
  const counts = new Map<string, RunCount>();
  for (const run of workflows.runs.values()) {
    if (!isInScope(run, tenant)) continue;
    const { name, status } = run;
    const key = `${name} ${status}`;
    counts.set(key, { name, status, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => (`${a.name} ${a.status}` < `${b.name} ${b.status}` ? -1 : 1));
}

/** A run with dates of its own. Everything else of it is frozen. */
export function runForCaller(run: WorkflowRun): WorkflowRun {
  const copy = (date: Date | null) => (date === null ? null : new Date(date.getTime()));
  return {
    ...run,
    createdAt: new Date(run.createdAt.getTime()),
    endedAt: copy(run.endedAt),
    deadlineAt: copy(run.deadlineAt),
  };
}
