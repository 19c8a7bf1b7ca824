import type { Execution, WorkflowGraphStep, WorkflowRun, WorkflowStepStatus } from '@scheduler/contracts';
import { type StepView, stepView } from './workflow-state.js';

/** Why a step has not ended, or how it did. */
export interface StepExplanation {
  readonly runId: string;
  readonly step: string;
  readonly status: WorkflowStepStatus;
  /** A sentence for people. */
  readonly reason: string;
  /** The steps that it waits for. */
  readonly waitsFor: readonly string[];
  /** Since when it is as it is. Null: it has not started. */
  readonly since: Date | null;
}

export interface ExplainFacts {
  readonly run: WorkflowRun;
  readonly step: WorkflowGraphStep;
  /** The execution of the step. Null: it has none. */
  readonly execution: Execution | null;
  /** Whether this program has a handler of the execution. */
  readonly hasHandler: boolean;
}

/** Says what a step waits for. Pure. */
export function explainStep(facts: ExplainFacts): StepExplanation {
  const { run, step } = facts;
  const view = stepView(step, run);
  const { status } = view;
  const waitsFor = status === 'waiting' ? openBefore(facts) : [];
  const since = view.endedAt ?? view.activeSince;
  return { runId: run.id, step: step.name, status, reason: reasonOf(facts, view, waitsFor), waitsFor, since };
}

function openBefore({ run, step }: ExplainFacts): readonly string[] {
  return [...step.after, ...step.afterAny].filter((name) => {
    const status = run.steps[name]?.status ?? 'waiting';
    return status === 'waiting' || status === 'active';
  });
}

function reasonOf(facts: ExplainFacts, view: StepView, waitsFor: readonly string[]): string {
  const { run } = facts;
  if (view.state.undo !== undefined) return undoReason(view);
  switch (view.status) {
    case 'waiting':
      if (waitsFor.length > 0) return `it waits for ${waitsFor.join(', ')}`;
      return run.status === 'paused' ? 'the workflow is paused' : `the workflow is ${run.status}`;
    case 'active':
      return run.status === 'paused' && facts.execution?.status !== 'running'
        ? 'the workflow is paused'
        : activeReason(facts, view);
    case 'skipped':
      return `it was skipped: ${SKIPPED[view.state.verdict ?? 'condition'] ?? 'its condition was false'}`;
    case 'failed':
      return `it failed: ${view.state.error ?? 'for no given reason'}`;
    case 'cancelled':
      return `it was cancelled: ${run.stop?.reason ?? 'the workflow stopped'}`;
    case 'succeeded':
      return 'it succeeded';
  }
}

const SKIPPED: Readonly<Record<string, string>> = {
  condition: 'its own condition was false',
  predecessor_skipped: 'a step before it was skipped, and it says ifSkipped: skip',
  no_predecessor_succeeded: 'none of the steps of afterAny succeeded',
  error: 'it failed, and says onError: skip',
  not_first: 'another step of afterAny was first',
  timed_out: 'nobody came in time, and it says onTimeout: skip',
  rejected: 'it was rejected, and says onError: skip',
};

function undoReason({ state }: StepView): string {
  const { undo } = state;
  if (undo?.status === 'failed') return `its rollback failed: ${undo.error ?? 'for no given reason'}`;
  return undo?.status === 'done' ? 'it was undone' : 'its rollback runs';
}

function activeReason(facts: ExplainFacts, { state, kind }: StepView): string {
  const { step, execution, hasHandler } = facts;
  const { children, child } = state;
  if (state.asking !== true) {
    if (kind === 'approval') return `it waits for a decision${untilOf(execution)}`;
    if (kind === 'signal') return `it waits for the signal ${step.signal ?? step.name}${untilOf(execution)}`;
    if (state.settled === true && children !== undefined)
      return `it waits for ${(children.total ?? children.added) - children.ended} of ${children.total ?? children.added} items`;
    if (kind === 'workflow' && child !== undefined && state.settled === true)
      return `it waits for the workflow ${child.runId}`;
  }
  if (execution === null) return 'its execution does not exist';
  if (execution.status === 'running') return `it runs, in attempt ${execution.attemptsUsed}`;
  if (!hasHandler)
    return `no handler of this program has the type ${execution.type}: it waits for a node that has one`;
  const { error } = execution;
  if (error !== null)
    return `it is tried again at ${execution.availableAt.toISOString()}, after: ${error.message}`;
  if (kind === 'sleep') return `it sleeps until ${execution.availableAt.toISOString()}`;
  return `it waits in the queue ${execution.queue}, from ${execution.availableAt.toISOString()} on`;
}

function untilOf(execution: Execution | null): string {
  return execution === null ? '' : `, until ${execution.availableAt.toISOString()}`;
}
