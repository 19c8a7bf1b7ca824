import type { WorkflowRun, WorkflowStepState } from '@scheduler/contracts';
import { z } from 'zod';
import { anyJson, isoOf, optionalTime, time } from '../fields/json-fields.js';
import { cutMembers, shortened } from './shortened.js';
import type { StatePort } from '../workflows/workflow-runs.js';

export const WORKFLOW_STATUSES = [
  'running',
  'paused',
  'stopping',
  'compensating',
  'completed',
  'completed_with_errors',
  'failed',
  'cancelled',
  'compensated',
  'compensation_failed',
] as const;

const fields = {
  id: z.string(),
  name: z.string(),
  status: z.enum(WORKFLOW_STATUSES),
  platform_id: z.string().nullable(),
  input: anyJson,
  attributes: z.record(z.string(), z.string()),
  root_id: z.string(),
  parent: z.strictObject({ run_id: z.string(), step: z.string() }).nullable(),
  deadline_at: optionalTime,
  created_at: time,
  ended_at: optionalTime,
  round: z.int(),
  revision: z.int(),
  stop: z
    .strictObject({
      cause: z.string(),
      step: z.string().nullable(),
      reason: z.string(),
      rollback: z.boolean(),
    })
    .nullable(),
};

export const runSchema = z.strictObject(fields).meta({ id: 'WorkflowRun' });

export function runView(run: WorkflowRun): z.infer<typeof runSchema> {
  return {
    id: run.id,
    name: run.name,
    status: run.status,
    platform_id: run.tenant,
    input: run.input,
    attributes: { ...run.attributes },
    root_id: run.rootId,
    parent: run.parent === null ? null : { run_id: run.parent.runId, step: run.parent.step },
    deadline_at: isoOf(run.deadlineAt),
    created_at: isoOf(run.createdAt),
    ended_at: isoOf(run.endedAt),
    round: run.round,
    revision: run.revision,
    stop: run.stop === null ? null : { ...run.stop },
  };
}

const childrenSchema = z.strictObject({
  added: z.int(),
  total: z.int().nullable().meta({ description: 'Null: it is not known yet how many there will be.' }),
  ended: z.int(),
  failed: z.int(),
});

export const stateSchema = z
  .strictObject({
    ...fields,
    progress: z.strictObject({ ended: z.int(), total: z.int() }),
    cut: cutMembers,
    steps: z.array(
      z.strictObject({
        name: z.string(),
        kind: z.string(),
        after: z.array(z.string()),
        after_any: z.array(z.string()),
        status: z.string(),
        verdict: z.string().nullable(),
        execution_id: z.string().nullable(),
        child_run_id: z.string().nullable(),
        output: anyJson,
        error: z.string().nullable(),
        active_since: optionalTime,
        ended_at: optionalTime,
        asking: z.boolean().meta({ description: 'Whether its condition is being asked, before it begins.' }),
        children: childrenSchema.nullable(),
        decision: z.strictObject({ approved: z.boolean(), by: z.string().nullable(), at: time }).nullable(),
        undo: z
          .strictObject({
            status: z.enum(['active', 'done', 'failed']),
            active_since: time,
            ended_at: optionalTime,
            execution_id: z.string().nullable(),
            error: z.string().nullable(),
          })
          .nullable(),
        rounds: z.int().meta({ description: 'How often it was tried again by hand.' }),
        cut: cutMembers,
      }),
    ),
  })
  .meta({ id: 'WorkflowState' });

/** The run without what is long in it and in its steps. */
export function shortState(body: unknown): z.infer<typeof stateSchema> {
  const state = body as z.infer<typeof stateSchema>;
  return {
    ...shortened(state, ['input']),
    steps: state.steps.map((step) => shortened(step, ['output'])),
  };
}

export function stateView({ run, steps, progress }: StatePort): z.infer<typeof stateSchema> {
  return {
    ...runView(run),
    progress: { ...progress },
    steps: steps.map(({ state, ...step }) => ({
      name: step.name,
      kind: step.kind,
      after: [...step.after],
      after_any: [...step.afterAny],
      status: step.status,
      verdict: state.verdict ?? null,
      execution_id: state.executionId ?? null,
      child_run_id: state.child?.runId ?? null,
      output: state.output ?? null,
      error: state.error ?? null,
      active_since: isoOf(step.activeSince),
      ended_at: isoOf(step.endedAt),
      asking: state.asking === true,
      children: childrenOf(state),
      decision: decisionOf(state),
      undo: undoOf(state),
      rounds: state.earlier?.length ?? 0,
    })),
  };
}

function childrenOf({ children }: WorkflowStepState) {
  if (children === undefined) return null;
  const { added, total, ended, failed } = children;
  return { added, total, ended, failed };
}

function decisionOf({ decision }: WorkflowStepState) {
  return decision === undefined ? null : { ...decision, at: isoOf(new Date(decision.at)) };
}

function undoOf({ undo }: WorkflowStepState) {
  if (undo === undefined) return null;
  return {
    status: undo.status,
    active_since: isoOf(new Date(undo.activeSince)),
    ended_at: undo.endedAt === undefined ? null : isoOf(new Date(undo.endedAt)),
    execution_id: undo.executionId ?? null,
    error: undo.error ?? null,
  };
}
