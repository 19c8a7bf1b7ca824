import { createHash } from 'node:crypto';
import {
  type WorkflowAttributes,
  type WorkflowRun,
  type WorkflowStatus,
  workflowStatuses,
} from '@scheduler/contracts';
import { parseJson, stepsToJson, traceFromText, traceToText } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import type { BatchRow } from '../dialects/batch.js';
import { type ColumnCheck, repairRow } from './corrupt-row.js';
import { fromDate, fromTenant, toDate, toDateOrNull, toTenant, toTextOrNull } from './values.js';

/** The columns that each change of a run writes. */
export const CHANGED_RUN_COLUMNS = {
  id: 'text',
  status: 'text',
  state: 'text',
  revision: 'int',
  deadline_at: 'int',
  ended_at: 'int',
} as const;

export function changedRunRow(run: WorkflowRun): BatchRow<typeof CHANGED_RUN_COLUMNS> {
  return {
    id: run.id,
    status: run.status,
    state: stateToJson(run),
    revision: run.revision,
    deadline_at: fromDate(run.deadlineAt),
    ended_at: fromDate(run.endedAt),
  };
}

/** The input may be large and hardly ever changes, so that it is written only when it does. */
export const CHANGED_INPUT_COLUMNS = { ...CHANGED_RUN_COLUMNS, input: 'text' } as const;

export function changedInputRow(run: WorkflowRun): BatchRow<typeof CHANGED_INPUT_COLUMNS> {
  return { ...changedRunRow(run), input: JSON.stringify(run.input) };
}

export const RUN_COLUMNS = {
  ...CHANGED_INPUT_COLUMNS,
  name: 'text',
  graph_hash: 'text',
  tenant: 'text',
  root_id: 'text',
  parent_id: 'text',
  parent_step: 'text',
  attributes: 'text',
  created_at: 'int',
  trace: 'text',
} as const;

export function runRow(run: WorkflowRun): BatchRow<typeof RUN_COLUMNS> {
  return {
    ...changedInputRow(run),
    name: run.name,
    graph_hash: run.graphHash,
    tenant: fromTenant(run.tenant),
    root_id: run.rootId,
    parent_id: run.parent?.runId ?? null,
    parent_step: run.parent?.step ?? null,
    attributes: JSON.stringify(run.attributes),
    created_at: run.createdAt.getTime(),
    trace: traceToText(run.trace),
  };
}

type RunState = Pick<WorkflowRun, 'steps' | 'signals' | 'stop' | 'round'>;

/** What is empty is left out, because the text is written once for each step. */
function stateToJson({ steps, signals, stop, round }: RunState): string {
  const others = [
    ...(signals.length === 0 ? [] : [`"signals":${JSON.stringify(signals)}`]),
    ...(stop === null ? [] : [`"stop":${JSON.stringify(stop)}`]),
    ...(round === 0 ? [] : [`"round":${round}`]),
  ];
  return `{${[`"steps":${stepsToJson(steps)}`, ...others].join(',')}}`;
}

function stateFromJson(text: string): RunState {
  const state = parseJson(text) as unknown as Partial<RunState> | null;
  if (typeof state?.steps !== 'object') throw new SyntaxError('a run without steps');
  const { steps, signals = [], stop = null, round = 0 } = state;
  return { steps, signals, stop, round };
}

/** Throws if the row is corrupt: invalid JSON, or an unknown status. */
function runFromRow(row: Row): WorkflowRun {
  const parentId = toTextOrNull(row['parent_id']);
  return {
    id: String(row['id']),
    name: String(row['name']),
    graphHash: String(row['graph_hash']),
    tenant: toTenant(row['tenant']),
    status: statusOf(row['status']),
    input: parseJson(row['input']),
    attributes: attributesOf(row['attributes']),
    rootId: String(row['root_id']),
    parent: parentId === null ? null : { runId: parentId, step: String(row['parent_step']) },
    deadlineAt: toDateOrNull(row['deadline_at']),
    createdAt: toDate(row['created_at']),
    endedAt: toDateOrNull(row['ended_at']),
    revision: Number(row['revision']),
    trace: traceFromText(row['trace']),
    ...stateFromJson(String(row['state'])),
  };
}

/** Null: the row is corrupt. */
export function intactRun(row: Row): WorkflowRun | null {
  try {
    return runFromRow(row);
  } catch {
    return null;
  }
}

function statusOf(value: unknown): WorkflowStatus {
  const status = String(value);
  if (workflowStatuses.has(status)) return status;
  throw new SyntaxError(`unknown status of a run: ${status}`);
}

function attributesOf(value: unknown): WorkflowAttributes {
  const attributes = parseJson(value);
  if (typeof attributes !== 'object' || attributes === null)
    throw new SyntaxError('attributes are not an object');
  return attributes as unknown as WorkflowAttributes;
}

const CHECKS: readonly ColumnCheck[] = [
  { column: 'input', read: parseJson, standIn: () => 'null' },
  { column: 'attributes', read: attributesOf, standIn: () => '{}' },
  { column: 'state', read: stateFromJson, standIn: () => '{"steps":{}}' },
  { column: 'status', read: statusOf, standIn: () => 'failed' },
];

/** Reads a run even if its row is corrupt, so that it can be listed. Its reason to stop names the columns that could not be read. */
export function readableRun(row: Row): WorkflowRun {
  const intact = intactRun(row);
  if (intact !== null) return intact;
  const { row: readable, corrupt } = repairRow(row, CHECKS);
  const reason = `its row is corrupt (${corrupt.join(', ')})`;
  return { ...runFromRow(readable), stop: { cause: 'failure', step: null, reason, rollback: false } };
}

/** The digests by which runs with an attribute are found. */
export function attributePairs(attributes: WorkflowAttributes): readonly string[] {
  return Object.entries(attributes).map((pair) =>
    createHash('sha256').update(JSON.stringify(pair)).digest('base64url'),
  );
}
