import {
  type BusEvent,
  type Clock,
  DEADLINE_STEP,
  type EventBus,
  type WorkflowEventData,
  type WorkflowEventName,
  type WorkflowRun,
  type WorkflowStatus,
  type WorkflowStepEventData,
  type WorkflowStepState,
  type WorkflowStepStatus,
  type WorkflowUndo,
} from '@scheduler/contracts';
import type { WorkflowChange } from '@scheduler/contracts/adapter';
import { emitWorkflowChange } from '../telemetry/emit-workflows.js';

export interface WorkflowEventsParts {
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Emits telemetry and publishes to the bus what has changed in runs of workflows, after it was committed. */
export class WorkflowEvents {
  constructor(private readonly parts: WorkflowEventsParts) {}

  publish(changes: readonly WorkflowChange[]): void {
    const told = changes.filter(isTold);
    for (const change of told) emitWorkflowChange(change);
    const { bus, clock, onError } = this.parts;
    const at = clock.now();
    const events = told.flatMap((change) =>
      namesOf(change)
        .filter((name) => bus.wants(name))
        .map((name): BusEvent => ({ name, at, tenant: change.run.tenant, data: dataOf(change) })),
    );
    if (events.length > 0) bus.publish({ events }).catch(onError);
  }
}

/**
 * Whether anybody is told. The timer of a deadline is no step of the workflow. A step whose status is what it was has only got another round,
 * in which its rollback is tried again.
 */
function isTold(change: WorkflowChange): boolean {
  if (change.kind === 'run') return true;
  if (change.step === DEADLINE_STEP) return false;
  const isSame = change.kind === 'step' && change.run.steps[change.step]?.status === change.from;
  return !isSame || change.run.status !== 'compensating';
}

const EVENT_OF_RUN: Partial<Record<WorkflowStatus, WorkflowEventName>> = {
  paused: 'scheduler:workflow.paused',
  compensating: 'scheduler:workflow.compensating',
  completed: 'scheduler:workflow.completed',
  completed_with_errors: 'scheduler:workflow.completed',
  failed: 'scheduler:workflow.failed',
  cancelled: 'scheduler:workflow.cancelled',
  compensated: 'scheduler:workflow.compensated',
  compensation_failed: 'scheduler:workflow.compensation_failed',
};

const EVENT_OF_STEP: Partial<Record<WorkflowStepStatus, WorkflowEventName>> = {
  active: 'scheduler:workflow.step_started',
  succeeded: 'scheduler:workflow.step_completed',
  failed: 'scheduler:workflow.step_failed',
  skipped: 'scheduler:workflow.step_skipped',
};

const EVENT_OF_ROLLBACK: Readonly<Record<WorkflowUndo['status'], WorkflowEventName>> = {
  active: 'scheduler:workflow.rollback_started',
  done: 'scheduler:workflow.rollback_completed',
  failed: 'scheduler:workflow.rollback_failed',
};

function namesOf(change: WorkflowChange): readonly WorkflowEventName[] {
  const state = change.kind === 'run' ? undefined : change.run.steps[change.step];
  if (change.kind === 'rollback') return present(state?.undo && EVENT_OF_ROLLBACK[state.undo.status]);
  if (change.kind === 'step') return present(state && EVENT_OF_STEP[state.status]);
  const { status } = change.run;
  if (change.from === 'paused' && status === 'running') return ['scheduler:workflow.resumed'];
  const isBegun = change.from === null || status === 'running';
  return [...(isBegun ? ['scheduler:workflow.started' as const] : []), ...present(EVENT_OF_RUN[status])];
}

function present(name: WorkflowEventName | undefined): readonly WorkflowEventName[] {
  return name === undefined ? [] : [name];
}

function dataOf(change: WorkflowChange): WorkflowEventData | WorkflowStepEventData {
  if (change.kind === 'run') return runData(change.run);
  const state = change.run.steps[change.step] ?? { status: 'waiting', round: 0 };
  return stepData(change.run, change.step, {
    state,
    active: change.kind === 'rollback' && state.undo !== undefined ? state.undo : state,
  });
}

function runData(run: WorkflowRun): WorkflowEventData {
  const { stop, createdAt, endedAt } = run;
  return {
    runId: run.id,
    rootId: run.rootId,
    parentId: run.parent?.runId ?? null,
    workflow: run.name,
    status: run.status,
    round: run.round,
    cause: stop?.cause ?? null,
    reason: stop?.reason ?? null,
    failedStep: stop?.step ?? null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    durationMs: endedAt === null ? null : endedAt.getTime() - createdAt.getTime(),
  };
}

interface StepTold {
  readonly state: WorkflowStepState;
  /** The step itself, or its rollback. */
  readonly active: WorkflowStepState | WorkflowUndo;
}

function stepData(run: WorkflowRun, step: string, { state, active }: StepTold): WorkflowStepEventData {
  const { activeSince, endedAt } = active;
  return {
    runId: run.id,
    rootId: run.rootId,
    workflow: run.name,
    step,
    status: active.status,
    verdict: state.verdict ?? null,
    round: state.round,
    executionId: active.executionId ?? null,
    error: active.error ?? null,
    startedAt: activeSince === undefined ? null : new Date(activeSince).toISOString(),
    durationMs: activeSince === undefined || endedAt === undefined ? null : endedAt - activeSince,
  };
}
