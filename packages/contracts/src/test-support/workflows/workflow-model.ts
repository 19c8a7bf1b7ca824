import type { WorkflowGraph, WorkflowGraphStep } from '../../workflows/workflow-graph.js';
import type { WorkflowStatus, WorkflowStepStatus } from '../../workflows/workflow-run.js';

/** How everything that a step does has ended. `stopped`: it was asked to. */
export type StepResult = 'ok' | 'bad' | 'discarded' | 'stopped';

interface ModelStep {
  readonly step: WorkflowGraphStep;
  status: WorkflowStepStatus;
  /** Its condition is asked before it waits. */
  asking: boolean;
  /** It may have had an effect. */
  touched: boolean;
  /** Another one of an `afterAny` was first, and it was asked to stop. */
  isLoser: boolean;
  failedItems: number;
  /** The workflow that it started has done all of its work. */
  isChildDone: boolean;
  undo: 'active' | 'done' | 'failed' | null;
  /** How often it was tried again by hand. */
  generation: number;
}

/**
 * What a workflow means, written a second time and as plainly as possible: no executions, no rounds, no effects, and everything found by
 * looking at all steps again and again until nothing changes. It is told how steps ended, and says what has to follow.
 */
export class WorkflowModel {
  status: WorkflowStatus = 'running';
  readonly steps: readonly ModelStep[];
  private readonly signals: { readonly name: string; takenBy: string | null }[] = [];
  private stop: { readonly isFailure: boolean; readonly rollback: boolean } | null = null;

  constructor(graph: WorkflowGraph) {
    this.steps = graph.steps.map((step) => ({ step, ...fresh(0) }));
    this.follow();
  }

  of(name: string): ModelStep {
    const found = this.steps.find(({ step }) => step.name === name);
    if (found === undefined) throw new Error(`the model has no step ${name}`);
    return found;
  }

  /** The condition of a step that waits was true. */
  asked(name: string): void {
    const one = this.of(name);
    if (one.status !== 'active' || !one.asking) return;
    one.asking = false;
    if (this.status === 'stopping') one.status = 'cancelled';
    else if (one.isLoser) one.status = 'skipped';
    else this.beginToWait(one);
    this.follow();
  }

  /** Everything that a step does has ended. */
  ended(name: string, result: StepResult, touched: boolean): void {
    const one = this.of(name);
    if (one.status !== 'active') return;
    one.touched ||= touched;
    one.asking = false;
    one.status = this.statusAfter(one, result);
    this.follow();
  }

  /** An item of a map has failed. The others may go on. */
  itemFailed(name: string): void {
    this.of(name).failedItems += 1;
    this.follow();
  }

  /** The workflow that a step has started did all of its work. */
  childDone(name: string): void {
    this.of(name).isChildDone = true;
  }

  signal(name: string): void {
    this.signals.push({ name, takenBy: null });
    const waiting = this.steps.find(
      ({ step, status, asking }) => step.signal === name && status === 'active' && !asking,
    );
    if (waiting !== undefined) this.takeSignal(waiting);
    this.follow();
  }

  undone(name: string, isDone: boolean): void {
    this.of(name).undo = isDone ? 'done' : 'failed';
    this.follow();
  }

  pause(): void {
    this.status = 'paused';
  }

  resume(): void {
    this.status = 'running';
    this.follow();
  }

  /** Something ends the run before its time: a cancellation, or its deadline. */
  halt(isFailure: boolean, rollback: boolean): void {
    if (this.status !== 'running' && this.status !== 'paused') return;
    this.beginStop(isFailure, rollback);
    this.follow();
  }

  retry(): void {
    const repeated = new Set<string>();
    for (const { step, status, undo } of this.steps) {
      const before = [...step.after, ...step.afterAny];
      if (undo !== null || ['failed', 'cancelled', 'waiting'].includes(status)) repeated.add(step.name);
      if (before.some((name) => repeated.has(name))) repeated.add(step.name);
    }
    for (const one of this.steps)
      if (repeated.has(one.step.name)) Object.assign(one, fresh(one.generation + 1));
    for (const signal of this.signals)
      if (signal.takenBy !== null && repeated.has(signal.takenBy)) signal.takenBy = null;
    this.stop = null;
    this.status = 'running';
    this.follow();
  }

  resumeCompensation(): void {
    for (const one of this.steps) if (one.undo === 'failed') one.undo = null;
    this.status = 'compensating';
    this.follow();
  }

  isToUndo({ step, status, touched, undo, isChildDone }: ModelStep): boolean {
    if (undo === 'done' || undo === 'failed') return false;
    if (step.kind === 'workflow') return isChildDone;
    return step.hasRollback && (status === 'succeeded' || touched);
  }

  comesAfter(later: string, earlier: string): boolean {
    const { after, afterAny } = this.of(later).step;
    return [...after, ...afterAny].some((name) => name === earlier || this.comesAfter(name, earlier));
  }

  private follow(): void {
    if (this.status === 'running') {
      if (this.steps.some((one) => this.failsRun(one))) this.beginStop(true, true);
      else {
        while (this.steps.some((one) => one.status === 'waiting' && this.release(one)));
        this.complete();
      }
    }
    if (this.status === 'stopping' && !this.steps.some(({ status }) => status === 'active')) {
      const { isFailure, rollback } = this.stop ?? { isFailure: false, rollback: false };
      if (rollback && this.steps.some((one) => this.isToUndo(one))) this.status = 'compensating';
      else this.status = isFailure ? 'failed' : rollback ? 'compensated' : 'cancelled';
    }
    if (this.status === 'compensating') this.compensate();
  }

  private failsRun({ step, status, isLoser, failedItems }: ModelStep): boolean {
    if (step.onError !== 'fail' || isLoser) return false;
    return status === 'failed' || (status === 'active' && failedItems > 0);
  }

  /** Returns whether it is not waiting any more. */
  private release(one: ModelStep): boolean {
    const { after, afterAny, ifSkipped, losers, kind, hasCondition, sleepMs } = one.step;
    const isOpen = (name: string) => ['waiting', 'active'].includes(this.of(name).status);
    if (after.some(isOpen)) return false;
    if (ifSkipped === 'skip' && after.some((name) => this.of(name).status === 'skipped')) {
      one.status = 'skipped';
      return true;
    }
    if (afterAny.length > 0 && !afterAny.some((name) => this.of(name).status === 'succeeded')) {
      if (afterAny.some(isOpen)) return false;
      one.status = 'skipped';
      return true;
    }
    one.status = 'active';
    const waits = kind === 'approval' || kind === 'signal' || (kind === 'sleep' && sleepMs !== null);
    one.asking = waits && hasCondition;
    if (!one.asking) this.beginToWait(one);
    if (losers === 'cancel') for (const name of afterAny.filter(isOpen)) this.lose(this.of(name));
    return true;
  }

  private beginToWait(one: ModelStep): void {
    if (one.step.kind === 'signal') this.takeSignal(one);
  }

  private takeSignal(one: ModelStep): void {
    const found = this.signals.find(({ name, takenBy }) => name === one.step.signal && takenBy === null);
    if (found === undefined) return;
    found.takenBy = one.step.name;
    one.status = 'succeeded';
  }

  private lose(one: ModelStep): void {
    const { kind, waitMs } = one.step;
    const waitsForSomebody = (kind === 'approval' || kind === 'signal') && waitMs === null && !one.asking;
    if (one.status === 'waiting' || waitsForSomebody) one.status = 'skipped';
    else one.isLoser = true;
  }

  private complete(): void {
    if (this.steps.some(({ status }) => status === 'waiting' || status === 'active')) return;
    const hasFailed = this.steps.some(({ status }) => status === 'failed');
    this.status = hasFailed ? 'completed_with_errors' : 'completed';
  }

  private beginStop(isFailure: boolean, rollback: boolean): void {
    this.status = 'stopping';
    this.stop = { isFailure, rollback };
    for (const one of this.steps) {
      const { kind } = one.step;
      const waitsForSomebody = one.status === 'active' && (kind === 'approval' || kind === 'signal');
      if (one.status === 'waiting' || waitsForSomebody) one.status = 'cancelled';
    }
  }

  private statusAfter({ step, isLoser }: ModelStep, result: StepResult): WorkflowStepStatus {
    if (result === 'ok') return 'succeeded';
    if (result === 'discarded' || isLoser) return 'skipped';
    if (this.status === 'stopping' && result === 'stopped') return 'cancelled';
    return step.onError === 'skip' ? 'skipped' : 'failed';
  }

  private compensate(): void {
    const open = this.steps.filter((one) => this.isToUndo(one));
    for (const one of open) {
      const isLast = !open.some(({ step }) => this.comesAfter(step.name, one.step.name));
      if (isLast) one.undo = 'active';
    }
    if (open.length > 0) return;
    const hasFailed = this.steps.some(({ undo }) => undo === 'failed');
    this.status = hasFailed ? 'compensation_failed' : 'compensated';
  }
}

function fresh(generation: number): Omit<ModelStep, 'step'> {
  return {
    status: 'waiting',
    asking: false,
    touched: false,
    isLoser: false,
    failedItems: 0,
    isChildDone: false,
    undo: null,
    generation,
  };
}
