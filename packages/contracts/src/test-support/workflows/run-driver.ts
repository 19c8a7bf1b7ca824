import { DEADLINE_STEP } from '../../executions/workflow-place.js';
import { changeRun } from '../../workflows/change-run.js';
import { newWorkflowRun } from '../../workflows/new-run.js';
import type { RunCommand } from '../../workflows/run-command.js';
import type { AddressedCommand, CancelInRun, RunEffects } from '../../workflows/run-draft.js';
import type { WorkflowGraph } from '../../workflows/workflow-graph.js';
import type { WorkflowRun, WorkflowStatus } from '../../workflows/workflow-run.js';
import { checkRelease, compare } from './compare.js';
import { type HeldExecution, HeldExecutions, type OUTCOMES } from './held-executions.js';
import { type StepResult, WorkflowModel } from './workflow-model.js';

/** What is known of a map, a child workflow, or the rollback of a map. */
interface Parts {
  result: StepResult | null;
  touched: boolean;
  added: number;
  ended: number;
  failed: number;
}

/** The run that a step has started, as its parent sees it. */
export interface ChildRun {
  readonly runId: string;
  readonly step: string;
  state: 'running' | 'stopping' | 'ended' | 'undoing';
}

/** Lets things happen to a run, and tells the model the same. After each of them both have to agree. */
export class RunDriver {
  run: WorkflowRun;
  readonly model: WorkflowModel;
  readonly held = new HeldExecutions();
  readonly children = new Map<string, ChildRun>();
  readonly log: string[] = [];
  private parts = new Map<string, Parts>();
  private now = Date.UTC(2030, 0, 1);

  constructor(readonly graph: WorkflowGraph) {
    this.model = new WorkflowModel(graph);
    const effects = newWorkflowRun(
      { id: 'run', graph, graphHash: 'h', tenant: null, input: null, attributes: {}, parent: null },
      this.at(),
    );
    this.run = effects.run;
    this.take(effects);
  }

  /** Does one thing, and compares afterwards. */
  act(what: string, work: () => void): void {
    this.log.push(what);
    this.now += 1;
    work();
    compare(this);
  }

  at(): Date {
    return new Date(this.now);
  }

  command(command: RunCommand, tellModel: () => void): void {
    tellModel();
    this.change(command);
  }

  settle(held: HeldExecution, result: keyof typeof OUTCOMES): void {
    this.held.settle(held, result, this.at());
    this.arrived(held, result);
  }

  cancelByHand(held: HeldExecution): void {
    this.held.cancel(held, this.at());
    this.arrived(held, 'stopped');
  }

  addItems(held: HeldExecution, count: number): void {
    const { step, phase } = held.place;
    const parts = this.partsOf(held);
    const payloads = Array.from({ length: count }, (_, index) => index);
    this.change({
      kind: 'add_children',
      step,
      phase,
      executionId: held.execution.id,
      from: parts.added,
      payloads,
    });
    parts.added += count;
  }

  startChild(held: HeldExecution): void {
    const { id } = held.execution;
    this.children.set(id, { runId: id, step: held.place.step, state: 'running' });
  }

  endChild(child: ChildRun, status: WorkflowStatus): void {
    const wasUndoing = child.state === 'undoing';
    child.state = 'ended';
    const tell = () => {
      if (wasUndoing) return this.model.undone(child.step, status === 'compensated');
      if (status === 'completed' || status === 'completed_with_errors') this.model.childDone(child.step);
      this.tellChild(child.runId, status);
    };
    this.command({ kind: 'child_ended', step: child.step, runId: child.runId, status }, tell);
  }

  itemsOf(held: HeldExecution): number {
    return this.partsOf(held).added;
  }

  isTried(held: HeldExecution): boolean {
    return this.model.of(held.place.step).generation === held.generation;
  }

  private change(command: RunCommand): void {
    this.take(changeRun(this.run, this.graph, [command], this.at()));
  }

  private take({ run, executions, cancels, postponed, commands }: RunEffects): void {
    this.run = run;
    for (const execution of executions) {
      const step = execution.workflow?.step ?? '';
      const generation = step === DEADLINE_STEP ? run.round : this.model.of(step).generation;
      checkRelease(this, this.held.add(execution, generation));
    }
    for (const one of postponed) this.held.postpone(one);
    for (const cancel of cancels) this.cancelled(cancel);
    for (const command of commands) this.tellOther(command);
  }

  private cancelled({ executionId, waitingOnly }: CancelInRun): void {
    const held = this.held.get(executionId);
    if (held?.execution.status === 'pending') {
      this.held.cancel(held, this.at());
      this.arrived(held, 'stopped');
    } else if (held?.execution.status === 'running' && !waitingOnly) held.isAsked = true;
  }

  private tellOther({ runId, command }: AddressedCommand): void {
    const child = this.children.get(runId);
    if (command.kind === 'stop_with_parent') {
      if (child?.state === 'running') child.state = 'stopping';
      if (child !== undefined || command.replyTo === undefined) return;
      const { step } = command.replyTo;
      this.command({ kind: 'child_ended', step, runId, status: null }, () => this.tellChild(runId, null));
    }
    if (command.kind === 'compensate' && child !== undefined) child.state = 'undoing';
  }

  private arrived(held: HeldExecution, result: StepResult): void {
    if (held.place.step === DEADLINE_STEP) {
      if (result === 'ok' && held.generation === this.run.round) this.model.halt(true, true);
    } else if (this.isTried(held)) this.tellModel(held, result);
    this.change({ kind: 'arrive', executions: [held.execution] });
  }

  private tellModel(held: HeldExecution, result: StepResult): void {
    const { step: name, phase } = held.place;
    const { step, status } = this.model.of(name);
    const touched = held.execution.attempts.some((attempt) => attempt.status !== 'discarded');
    if (phase === 'when') {
      if (result === 'ok') this.model.asked(name);
      else this.model.ended(name, result, false);
    } else if (step.kind === 'map') this.tellPart(held, result, touched);
    else if (phase === 'undo') this.model.undone(name, result === 'ok');
    else if (step.kind === 'workflow') {
      Object.assign(this.partsOf(held), { result, touched });
      this.tellChild(held.execution.id, undefined);
    } else if (step.kind !== 'approval' && step.kind !== 'signal') this.model.ended(name, result, touched);
    else if (status === 'active' && result !== 'ok') this.model.ended(name, result, false);
    else this.model.ended(name, TIMED_OUT[step.onTimeout], false);
  }

  private tellPart(held: HeldExecution, result: StepResult, touched: boolean): void {
    const { step: name, index, phase } = held.place;
    const parts = this.partsOf(held);
    const isFailed = result === 'bad' || result === 'stopped';
    parts.touched ||= touched;
    if (index === null) parts.result = result;
    else {
      parts.ended += 1;
      if (isFailed) parts.failed += 1;
      if (isFailed && phase === 'run') this.model.itemFailed(name);
    }
    if (parts.result === null || parts.ended < parts.added) return;
    const isOk = parts.result === 'ok' && parts.failed === 0;
    if (phase === 'undo') return this.model.undone(name, isOk);
    const isSkipped = this.model.of(name).step.onError === 'skip' && parts.result === 'ok';
    const whole = isOk || isSkipped ? 'ok' : parts.result === 'ok' ? 'bad' : parts.result;
    this.model.ended(name, whole, parts.touched);
  }

  /** Status null: the child was never started. Undefined: nothing is new about it. */
  private tellChild(runId: string, status: WorkflowStatus | null | undefined): void {
    const held = this.held.get(runId);
    if (held === undefined || !this.isTried(held)) return;
    const { result } = this.partsOf(held);
    const child = this.children.get(runId);
    if (result === null || (status === undefined && child?.state !== 'ended')) return;
    const { isChildDone } = this.model.of(held.place.step);
    const isOver = status === null || child?.state === 'ended';
    if (!isOver) return;
    const isStopping = this.model.status === 'stopping';
    const bad = isStopping ? 'stopped' : result === 'ok' ? 'bad' : result;
    const whole = result === 'discarded' ? 'discarded' : result === 'ok' && isChildDone ? 'ok' : bad;
    this.model.ended(held.place.step, whole, false);
  }

  private partsOf({ place, generation }: HeldExecution): Parts {
    const key = `${place.step} ${place.phase} ${generation} ${place.round}`;
    const found = this.parts.get(key);
    if (found !== undefined) return found;
    const parts = { result: null, touched: false, added: 0, ended: 0, failed: 0 };
    this.parts.set(key, parts);
    return parts;
  }
}

const TIMED_OUT = { fail: 'bad', reject: 'bad', skip: 'discarded', approve: 'ok' } as const;
