import { DEFAULT_QUEUE } from '../jobs/policies.js';
import { progress } from './progress.js';
import type { NewWorkflowRun } from './new-run-fields.js';
import { again, RunDraft, type RunEffects } from './run-draft.js';
import type { WorkflowGraphStep } from './workflow-graph.js';
import { DEADLINE_STEP } from '../executions/workflow-place.js';
import type { WorkflowRun, WorkflowStepState } from './workflow-run.js';

/** A new run, whose first steps start with it. */
export function newWorkflowRun({ graph, parent, ...fields }: NewWorkflowRun, at: Date): RunEffects {
  const run: WorkflowRun = {
    id: fields.id,
    name: graph.name,
    graphHash: fields.graphHash,
    tenant: fields.tenant,
    status: 'running',
    input: fields.input,
    attributes: fields.attributes,
    rootId: parent?.rootId ?? fields.id,
    parent: parent === null ? null : { runId: parent.runId, step: parent.step },
    deadlineAt: null,
    createdAt: at,
    endedAt: null,
    revision: 0,
    steps: {},
    signals: [],
    stop: null,
    round: 0,
    trace: fields.trace ?? null,
  };
  const draft = new RunDraft(run, graph, at);
  startDeadline(draft);
  progress(draft);
  return draft.effects();
}

/** Starts the timer of the deadline, if the graph has one. */
export function startDeadline(draft: RunDraft): void {
  const { deadlineMs } = draft.graph;
  const [first] = draft.graph.steps;
  if (deadlineMs === null || first === undefined) return;
  const availableAt = new Date(draft.at.getTime() + deadlineMs);
  draft.change({ deadlineAt: availableAt });
  const { round } = draft.run;
  const before = draft.state(DEADLINE_STEP);
  const active: WorkflowStepState = { ...(round === 0 ? before : again(before)), status: 'active', round };
  draft.setState(DEADLINE_STEP, active);
  const executionId = draft.addExecution(timerLike(first), { availableAt });
  draft.setState(DEADLINE_STEP, { ...active, executionId });
}

function timerLike(step: WorkflowGraphStep): WorkflowGraphStep {
  return {
    ...step,
    name: DEADLINE_STEP,
    queue: step.queue ?? DEFAULT_QUEUE,
    hasCondition: false,
    concurrencyKey: null,
    concurrencyLimit: null,
  };
}
