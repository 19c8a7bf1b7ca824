import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  type Execution,
  type JsonValue,
  stepType,
  type WorkflowCommand,
  type WorkflowGraph,
  type WorkflowGraphStep,
  type WorkflowPlace,
  type WorkflowRun,
  type WorkflowStatus,
  type WorkflowStepState,
  type WorkflowStepStatus,
} from '@scheduler/contracts';
import type { Outcome, StartRun, StartedRun } from '@scheduler/contracts/adapter';
import { nextId, outcomes } from '../kit/builders.js';
import { LEASE_MS, type StoreScene } from '../kit/store-scene.js';
import { graphOf } from './graph-builders.js';

/** Which execution of a step is meant: that of the step itself, unless it says otherwise. */
export interface WhichExecution {
  readonly phase?: WorkflowPlace['phase'];
  readonly index?: number | null;
}

/** More executions than any rule makes. */
const ALL = 1_000;

export function startRequest(graph: WorkflowGraph, props: Partial<StartRun> = {}): StartRun {
  return {
    id: nextId(),
    graph,
    graphHash: createHash('sha256').update(JSON.stringify(graph)).digest('hex'),
    tenant: null,
    input: { order: 7 },
    attributes: {},
    parent: null,
    ...props,
  };
}

/** Starts a run of a workflow with these steps. */
export async function startRun(
  scene: StoreScene,
  steps: readonly WorkflowGraphStep[],
  { deadlineMs = null, ...props }: Partial<StartRun> & { readonly deadlineMs?: number | null } = {},
): Promise<RunVerbs> {
  const request = startRequest(props.graph ?? graphOf(steps, { deadlineMs }), props);
  const { run, isNew } = await scene.workflows.start(request);
  assert.equal(isNew, true, 'the run existed before');
  return new RunVerbs(scene, run);
}

/** A run with the verbs that the rules are written in. */
export class RunVerbs {
  readonly id: string;
  private readonly name: string;

  constructor(
    readonly scene: StoreScene,
    { id, name }: WorkflowRun,
  ) {
    this.id = id;
    this.name = name;
  }

  /** The stored run. */
  async stored(): Promise<WorkflowRun> {
    const run = await this.scene.workflows.get({ id: this.id, tenant: null });
    assert.ok(run !== null, `run ${this.id} is not stored`);
    return run;
  }

  async state(step: string): Promise<WorkflowStepState> {
    const state = (await this.stored()).steps[step];
    assert.ok(state !== undefined, `step ${step} has no state`);
    return state;
  }

  /** All executions of the run, in the order of their steps' names. */
  async executions(): Promise<readonly Execution[]> {
    const { items } = await this.scene.listExecutions({ limit: ALL });
    return items.filter(({ workflow }) => workflow?.run === this.id);
  }

  /** The executions that have not ended, such as `pay`, `pay:when`, `pay:undo` or `pay[2]`, in alphabetical order. */
  async open(): Promise<readonly string[]> {
    const executions = await this.executions();
    return executions
      .filter(({ status }) => status === 'pending' || status === 'running')
      .map(labelOf)
      .sort();
  }

  /** The one execution at a place that waits. */
  async pending(step: string, { phase = 'run', index = null }: WhichExecution = {}): Promise<Execution> {
    const type = stepType(this.name, step, phase);
    const { items } = await this.scene.listExecutions({ types: [type], statuses: ['pending'], limit: ALL });
    const found = items.filter(({ workflow }) => workflow?.run === this.id && workflow.index === index);
    assert.equal(found.length, 1, `${found.length} executions of ${step} (${phase}) wait instead of one`);
    return found[0] as Execution;
  }

  async claim(step: string, which: WhichExecution = {}): Promise<Execution> {
    const { id } = await this.pending(step, which);
    const [claimed] = await this.scene.executions.claimById({
      ids: [id],
      owner: 'node-a',
      leaseMs: LEASE_MS,
    });
    assert.ok(claimed !== undefined, `the execution of ${step} could not be claimed`);
    return claimed;
  }

  async settle(step: string, outcome: Outcome, which: WhichExecution = {}): Promise<Execution> {
    return this.scene.settle(await this.claim(step, which), outcome);
  }

  /** Claims and settles steps one after the other. */
  async succeed(...steps: readonly string[]): Promise<void> {
    for (const name of steps) await this.settle(name, outcomes.succeeded({ from: name }));
  }

  async fail(step: string, which: WhichExecution = {}): Promise<Execution> {
    return this.settle(step, outcomes.failed(), which);
  }

  /** Lets the rollbacks of steps succeed, one after the other. */
  async undo(...steps: readonly string[]): Promise<void> {
    for (const name of steps) await this.settle(name, outcomes.succeeded(), { phase: 'undo' });
  }

  async command(command: WorkflowCommand): Promise<WorkflowRun> {
    const run = await this.scene.workflows.change({ id: this.id, tenant: null, command });
    assert.ok(run !== null, `run ${this.id} is not stored`);
    return run;
  }

  decide(step: string, approved: boolean, by: string | null = 'ada', data: JsonValue = null) {
    return this.command({ kind: 'decide', step, approved, by, data });
  }

  signal(name: string, key: string, data: JsonValue = null) {
    return this.command({ kind: 'signal', name, key, data });
  }

  cancel(rollback: boolean) {
    return this.command({ kind: 'cancel', reason: 'not needed', rollback });
  }

  /** The run has this status, and its named steps have theirs. */
  async shows(
    status: WorkflowStatus,
    steps: Readonly<Record<string, WorkflowStepStatus>> = {},
  ): Promise<WorkflowRun> {
    const run = await this.stored();
    const seen = Object.keys(steps).map((name) => [name, run.steps[name]?.status ?? 'waiting']);
    assert.deepEqual({ status: run.status, ...Object.fromEntries(seen) }, { status, ...steps });
    const hasEnded = !['running', 'paused', 'stopping', 'compensating'].includes(status);
    assert.equal(run.endedAt !== null, hasEnded, 'a run has an end exactly when it has ended');
    return run;
  }

  /** These executions have not ended, and no others. */
  async opens(...labels: readonly string[]): Promise<void> {
    assert.deepEqual(await this.open(), [...labels].sort());
  }

  /** Nothing of the run has changed while something was tried that is refused. */
  async unchangedBy(refused: () => Promise<unknown>): Promise<void> {
    const before = await this.everything();
    await refused();
    assert.deepEqual(await this.everything(), before);
  }

  async everything(): Promise<unknown> {
    return { run: await this.stored(), executions: await this.executions() };
  }
}

function labelOf({ workflow }: Execution): string {
  if (workflow === null) return '';
  const { step, index, phase } = workflow;
  return `${step}${index === null ? '' : `[${index}]`}${phase === 'run' ? '' : `:${phase}`}`;
}

/** Starts the run of a step that starts a workflow, as the handler of the step does, and lets the step's execution end. */
export async function startChild(
  parent: RunVerbs,
  stepName: string,
  steps: readonly WorkflowGraphStep[],
): Promise<RunVerbs> {
  const claimed = await parent.claim(stepName);
  const { run } = await startAsChild(parent.scene, claimed, steps);
  await parent.scene.settle(claimed, outcomes.succeeded());
  return new RunVerbs(parent.scene, run);
}

/** Only starts it. */
export async function startAsChild(
  scene: StoreScene,
  { id, tenant, workflow }: Execution,
  steps: readonly WorkflowGraphStep[],
): Promise<StartedRun> {
  assert.ok(workflow !== null, 'the execution is no step of a workflow');
  const { run, root, step } = workflow;
  const graph = graphOf(steps, { name: 'shipping' });
  return scene.workflows.start(startRequest(graph, { id, tenant, parent: { run, root, step } }));
}
