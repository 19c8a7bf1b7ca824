import type { WorkflowRun } from '@scheduler/contracts';
import { z } from 'zod';
import { anyJson, isoOf, optionalTime, time } from '../fields/json-fields.js';
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

export const stateSchema = z
  .strictObject({
    ...fields,
    progress: z.strictObject({ ended: z.int(), total: z.int() }),
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
      }),
    ),
  })
  .meta({ id: 'WorkflowState' });

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
    })),
  };
}
