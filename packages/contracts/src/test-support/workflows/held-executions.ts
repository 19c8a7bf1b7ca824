import type { Execution } from '../../executions/execution.js';
import {
  cancelPendingExecution,
  claimExecution,
  settleExecution,
} from '../../executions/execution-lifecycle.js';
import type { Outcome } from '../../executions/outcome.js';
import type { WorkflowPlace } from '../../executions/workflow-place.js';
import type { PostponeInRun } from '../../workflows/run-draft.js';

/** An execution in a store that has nothing but what the rules of workflows need. */
export interface HeldExecution {
  execution: Execution;
  readonly place: WorkflowPlace;
  /** Which time the step is tried, by the model. */
  readonly generation: number;
  /** It was asked to stop while it ran. */
  isAsked: boolean;
}

export const OUTCOMES = {
  ok: { kind: 'succeeded', output: null },
  bad: {
    kind: 'failed',
    status: 'failed',
    error: { name: 'Error', message: 'it broke', code: null, stack: null, errorClass: null },
    reason: 'retries_exhausted',
    deadLetterQueue: null,
  },
  discarded: { kind: 'discarded', reason: null },
  stopped: { kind: 'cancelled', reason: null },
} as const satisfies Readonly<Record<string, Outcome>>;

/** Executions by their ids. */
export class HeldExecutions {
  private readonly byId = new Map<string, HeldExecution>();

  /** Throws for an id that was used before: then a step was released twice. */
  add(execution: Execution, generation: number): HeldExecution {
    const place = execution.workflow;
    if (place === null) throw new Error(`execution ${execution.id} has no place`);
    if (this.byId.has(execution.id)) throw new Error(`${labelOf(place)} was released twice`);
    const held = { execution, place, generation, isAsked: false };
    this.byId.set(execution.id, held);
    return held;
  }

  get(id: string): HeldExecution | undefined {
    return this.byId.get(id);
  }

  with(status: Execution['status']): readonly HeldExecution[] {
    return [...this.byId.values()].filter(({ execution }) => execution.status === status);
  }

  all(): readonly HeldExecution[] {
    return [...this.byId.values()];
  }

  postpone({ executionIds, availableAt }: PostponeInRun): void {
    for (const id of executionIds) {
      const held = this.byId.get(id);
      if (held?.execution.status === 'pending') held.execution = { ...held.execution, availableAt };
    }
  }

  claim(held: HeldExecution, at: Date): void {
    held.execution = claimExecution(held.execution, { owner: 'node', leaseUntil: at, at });
  }

  settle(held: HeldExecution, result: keyof typeof OUTCOMES, at: Date): Execution {
    held.execution = settleExecution(held.execution, OUTCOMES[result], at);
    return held.execution;
  }

  cancel(held: HeldExecution, at: Date): Execution {
    held.execution = cancelPendingExecution(held.execution, 'cancelled', at);
    return held.execution;
  }
}

export function labelOf({ step, index, phase, round }: WorkflowPlace): string {
  return `${step}${index === null ? '' : `[${index}]`} (${phase}, round ${round})`;
}
