import type { Execution, WorkflowChildren, WorkflowRun, WorkflowStepState } from '@scheduler/contracts';
import type { DefinedWorkflow, StepView, StrandedRun, WorkflowState } from '@scheduler/workflow';
import { formatDuration } from '@scheduler/contracts';
import type { Column } from '../output/table.js';
import type { Text } from '../output/text.js';
import { elapsed, localTime } from '../output/times.js';
import { statusText } from './status-style.js';

export const runColumns: readonly Column<WorkflowRun>[] = [
  { header: 'RUN', cell: ({ id }) => id, fixed: true },
  { header: 'WORKFLOW', cell: ({ name }) => name },
  { header: 'STATUS', cell: ({ status }) => statusText(status), fixed: true },
  { header: 'STARTED (UTC)', cell: ({ createdAt }) => localTime(createdAt, 'UTC'), fixed: true },
  { header: 'TOOK', cell: ({ createdAt, endedAt }) => tookText(createdAt, endedAt), align: 'right' },
  { header: 'WHY', cell: ({ stop }) => stop?.reason ?? '' },
];

export const definitionColumns: readonly Column<DefinedWorkflow>[] = [
  { header: 'WORKFLOW', cell: ({ name }) => name, fixed: true },
  { header: 'STEPS', cell: ({ steps }) => String(steps.length), align: 'right' },
  {
    header: 'DEADLINE',
    cell: ({ deadlineMs }) => (deadlineMs === null ? '-' : formatDuration(deadlineMs)),
    align: 'right',
  },
  { header: 'STARTED BY', cell: ({ schedules }) => schedules.map(({ name }) => name).join(', ') || '-' },
];

export const strandedColumns: readonly Column<StrandedRun>[] = [
  { header: 'RUN', cell: ({ runId }) => runId, fixed: true },
  { header: 'WORKFLOW', cell: ({ workflow }) => workflow },
  { header: 'STATUS', cell: ({ status }) => statusText(status), fixed: true },
  { header: 'MISSING STEPS', cell: ({ steps }) => steps.join(', ') || '-' },
  { header: 'MISSING ROLLBACKS', cell: ({ rollbacks }) => rollbacks.join(', ') || '-' },
];

/** A step with its execution. Null: it has none, or it was deleted. */
export interface StepRow {
  readonly step: StepView;
  readonly execution: Execution | null;
}

export function stepColumns(now: Date): readonly Column<StepRow>[] {
  return [
    { header: 'STEP', cell: ({ step }) => step.name },
    { header: 'KIND', cell: ({ step }) => step.kind, fixed: true },
    { header: 'STATE', cell: ({ step }) => statusText(stepState(step)), fixed: true },
    {
      header: 'ATTEMPTS',
      cell: ({ execution }) => (execution === null ? '-' : String(execution.attemptsUsed)),
      align: 'right',
    },
    {
      header: 'TOOK',
      cell: ({ step }) => (step.activeSince === null ? '-' : tookText(step.activeSince, step.endedAt ?? now)),
      align: 'right',
      fixed: true,
    },
    { header: 'NOTE', cell: ({ step }) => stepNote(step.state) },
  ];
}

const UNDO_STATES = { active: 'undoing', done: 'undone', failed: 'undo failed' } as const;

/** The state of a step: that of its rollback, if it has begun. */
function stepState({ status, state }: StepView): string {
  return state.undo === undefined ? status : UNDO_STATES[state.undo.status];
}

/** What the state alone does not say: verdict, progress, decision, child and error. Empty: there is nothing to add. */
export function stepNote({ children, decision, verdict, child, error, undo }: WorkflowStepState): string {
  const by = decision?.by ?? null;
  const notes = [
    children === undefined ? null : itemsText(children),
    decision === undefined
      ? null
      : `${decision.approved ? 'approved' : 'rejected'}${by === null ? '' : ` by ${by}`}`,
    verdict === undefined || (verdict === 'rejected' && decision !== undefined)
      ? null
      : verdict.replaceAll('_', ' '),
    child === undefined ? null : `run ${child.runId}${child.status === null ? '' : ` is ${child.status}`}`,
    error ?? null,
    undo?.children === undefined ? null : `rollback of ${itemsText(undo.children)}`,
    undo?.error === undefined ? null : `rollback: ${undo.error}`,
  ];
  return notes.filter((note) => note !== null).join('; ');
}

/** `120 of 1000 items, 2 failed`; the total is not known until the whole list was added. */
function itemsText({ ended, total, added, failed }: WorkflowChildren): string {
  const all = total === null ? `${added} or more` : String(total);
  return `${ended} of ${all} items${failed === 0 ? '' : `, ${failed} failed`}`;
}

/** `onboarding: running, 3 of 7 steps; send_mail: 120 of 1000 items`, the progress of a run on one line. */
export function runProgress({ run, steps, progress }: WorkflowState): string {
  const active = steps.filter(({ status }) => status === 'active').map(activeText);
  const now = active.length === 0 ? '' : `; ${active.join(', ')}`;
  return `${run.name}: ${run.status}, ${progress.ended} of ${progress.total} steps${now}`;
}

function activeText({ name, state }: StepView): string {
  return state.children === undefined ? name : `${name}: ${itemsText(state.children)}`;
}

function tookText(from: Date, to: Date | null): string {
  return to === null ? '-' : elapsed(to.getTime() - from.getTime());
}

/** What a run is, in lines that stand above the table of its steps. */
export function runLines({ run, progress }: WorkflowState, now: Date): readonly (readonly [string, Text])[] {
  const { stop, parent, endedAt, createdAt } = run;
  const lines: readonly (readonly [string, Text | null])[] = [
    ['run', run.id],
    ['workflow', run.name],
    ['status', statusText(run.status)],
    ['why', stop?.reason ?? null],
    ['progress', `${progress.ended} of ${progress.total} steps`],
    ['started', `${localTime(createdAt, 'UTC')}Z`],
    ['ended', endedAt === null ? null : `${localTime(endedAt, 'UTC')}Z`],
    ['took', tookText(createdAt, endedAt ?? now)],
    ['deadline', run.deadlineAt === null ? null : `${localTime(run.deadlineAt, 'UTC')}Z`],
    ['started by', parent === null ? null : `step ${parent.step} of ${parent.runId}`],
    ['attributes', pairsText(run.attributes)],
    ['tenant', run.tenant],
  ];
  return lines.filter((line): line is readonly [string, Text] => line[1] !== null);
}

function pairsText(pairs: Readonly<Record<string, string>>): string | null {
  const texts = Object.entries(pairs).map(([key, value]) => `${key}=${value}`);
  return texts.length === 0 ? null : texts.join(', ');
}
