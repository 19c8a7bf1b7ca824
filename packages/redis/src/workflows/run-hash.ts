import {
  type WorkflowAttributes,
  type WorkflowRun,
  type WorkflowSignal,
  type WorkflowStatus,
  workflowStatuses,
} from '@scheduler/contracts';
import { parseJson, stepsToJson, traceFromText, traceToText } from '@scheduler/contracts/adapter';
import type { Changes, Fields } from '../executions/execution-hash.js';

/**
 * What `d` holds in the hash `r:<id>` of a run: everything that changes with its steps. Input, attributes and signals have fields of their own
 * (`in`, `a`, `sig`), so that they are written only when they change. A missing field is null; instants are milliseconds.
 */
interface Details extends Pick<WorkflowRun, 'steps' | 'stop' | 'round'> {
  /** The step that has started the run. Null: no workflow has. */
  readonly parentStep: string | null;
  readonly deadlineAt: number | null;
}

/** The fields that have to be written. Before null: the run is new. */
export function runChanges(before: WorkflowRun | null, run: WorkflowRun, by: string): Changes {
  const changes: Record<string, string | number | null> = {
    by,
    rev: run.revision,
    d: detailsToJson(run),
  };
  if (before?.status !== run.status || before.endedAt?.getTime() !== run.endedAt?.getTime())
    Object.assign(changes, { status: run.status, ended: run.endedAt?.getTime() ?? null });
  if (before?.input !== run.input) changes['in'] = JSON.stringify(run.input);
  if (before?.signals !== run.signals) changes['sig'] = JSON.stringify(run.signals);
  if (before !== null) return changes;
  return {
    ...changes,
    name: run.name,
    tenant: run.tenant,
    root: run.rootId,
    parent: run.parent?.runId ?? null,
    created: run.createdAt.getTime(),
    graph: run.graphHash,
    a: JSON.stringify(run.attributes),
    trace: traceToText(run.trace),
  };
}

function detailsToJson({ steps, stop, round, parent, deadlineAt }: WorkflowRun): string {
  const others: Omit<Details, 'steps'> = {
    stop,
    round,
    parentStep: parent?.step ?? null,
    deadlineAt: deadlineAt?.getTime() ?? null,
  };
  return `{"steps":${stepsToJson(steps)},${JSON.stringify(others).slice(1)}`;
}

/** Throws if the hash is corrupt. */
export function runFromFields(id: string, fields: Fields): WorkflowRun {
  const details = parseJson(fields['d'] ?? '') as unknown as Details;
  if (typeof details.steps !== 'object' || details.steps === null)
    throw new SyntaxError('a run without steps');
  const { parent } = fields;
  return {
    ...factsOf(id, fields),
    status: statusOf(fields['status'] ?? ''),
    input: parseJson(fields['in'] ?? ''),
    attributes: parseJson(fields['a'] ?? '') as WorkflowAttributes,
    signals: parseJson(fields['sig'] ?? '') as unknown as readonly WorkflowSignal[],
    parent: parent === undefined ? null : { runId: parent, step: details.parentStep ?? '' },
    deadlineAt: details.deadlineAt === null ? null : new Date(details.deadlineAt),
    steps: details.steps,
    stop: details.stop,
    round: details.round,
  };
}

type Facts = Pick<
  WorkflowRun,
  'id' | 'name' | 'graphHash' | 'tenant' | 'rootId' | 'createdAt' | 'endedAt' | 'revision' | 'trace'
>;

/** What can be read of any hash. */
function factsOf(id: string, fields: Fields): Facts {
  const { ended } = fields;
  return {
    id,
    name: fields['name'] ?? '',
    graphHash: fields['graph'] ?? '',
    tenant: fields['tenant'] ?? null,
    rootId: fields['root'] ?? id,
    createdAt: new Date(Number(fields['created'] ?? 0)),
    endedAt: ended === undefined ? null : new Date(Number(ended)),
    revision: Number(fields['rev'] ?? 0),
    trace: traceFromText(fields['trace']),
  };
}

function statusOf(status: string): WorkflowStatus {
  if (workflowStatuses.has(status)) return status;
  throw new SyntaxError(`unknown status of a run: ${status}`);
}

/** Reads as much of a run as possible, so that a corrupt one does not hide the others. Such a run says why it stopped, and has no steps. */
export function readableRun(id: string, fields: Fields): WorkflowRun {
  try {
    return runFromFields(id, fields);
  } catch {
    const { parent, status = '' } = fields;
    const reason = 'its hash is corrupt; delete the run, or restore it from a backup';
    return {
      ...factsOf(id, fields),
      status: workflowStatuses.has(status) ? status : 'failed',
      input: null,
      attributes: {},
      signals: [],
      parent: parent === undefined ? null : { runId: parent, step: '' },
      deadlineAt: null,
      steps: {},
      stop: { cause: 'failure', step: null, reason, rollback: false },
      round: 0,
    };
  }
}
