import type { Execution } from '../executions/execution.js';
import { cancelPendingExecution } from '../executions/execution-lifecycle.js';
import { changeRun } from './change-run.js';
import { changesOf, type WorkflowChange } from './changes-of.js';
import type { RunCommand } from './run-command.js';
import type { AddressedCommand, CancelInRun, PostponeInRun, RunEffects } from './run-draft.js';
import type { WorkflowGraph } from './workflow-graph.js';
import type { WorkflowRun } from './workflow-run.js';

/** A run with the graph that it is pinned to. */
export interface LoadedRun {
  readonly run: WorkflowRun;
  readonly graph: WorkflowGraph;
}

/** What the walk through the runs needs of the store before it can go on. */
export type TreeRequest =
  /** Runs, locked by whoever asks. Those that do not exist are missing in the answer. */
  | { readonly kind: 'load'; readonly runIds: readonly string[] }
  /**
   * Executions to cancel. Those that wait end; those that run are asked to stop, unless they are to be left alone. The answer has those that
   * ended by it, as they are now.
   */
  | { readonly kind: 'cancel'; readonly cancels: readonly CancelInRun[] };

export interface TreeAnswer {
  readonly loaded?: readonly LoadedRun[];
  readonly ended?: readonly Execution[];
}

/** Everything that has to be written, in one step. */
export interface AdvancedTrees {
  /** The changed runs, as they are afterwards. */
  readonly runs: readonly WorkflowRun[];
  /** Those of them that did not exist before. */
  readonly created: ReadonlySet<string>;
  readonly executions: readonly Execution[];
  readonly postponed: readonly PostponeInRun[];
  /** Executions that were to end and did not wait: those of them that run were asked to stop. */
  readonly asked: readonly CancelInRun[];
  /** What has changed in the runs, in the order in which it did. */
  readonly changes: readonly WorkflowChange[];
  /** The changed runs as they were loaded. Those that are new are missing. */
  readonly before: ReadonlyMap<string, WorkflowRun>;
}

export interface TreeChanges {
  readonly commands: readonly AddressedCommand[];
  /** New runs, with what follows from their start. */
  readonly started?: readonly { readonly effects: RunEffects; readonly graph: WorkflowGraph }[];
}

/**
 * Carries out commands, and what follows from them in other runs of the same trees: a run that ends tells the run that started it, and one that
 * stops stops those that it has started. A store drives it: it answers each request and writes the result, all in one atomic step with the root
 * of each tree locked. It is a generator, so that stores with and without promises share it.
 */
export function* advanceTrees(
  { commands, started = [] }: TreeChanges,
  at: Date,
): Generator<TreeRequest, AdvancedTrees, TreeAnswer> {
  const walk = new TreeWalk(at);
  for (const { effects, graph } of started) walk.begin(effects, graph);
  walk.add(commands);
  while (walk.hasMore()) {
    const missing = walk.missingRuns();
    if (missing.length > 0) walk.loaded(missing, (yield { kind: 'load', runIds: missing }).loaded ?? []);
    const cancels = walk.step();
    if (cancels.length > 0) walk.cancelled(cancels, (yield { kind: 'cancel', cancels }).ended ?? []);
  }
  return walk.result();
}

class TreeWalk {
  private readonly known = new Map<string, LoadedRun | null>();
  private readonly changed = new Set<string>();
  private readonly created = new Set<string>();
  private readonly executions = new Map<string, Execution>();
  private readonly postponed: PostponeInRun[] = [];
  private readonly asked: CancelInRun[] = [];
  private readonly changes: WorkflowChange[] = [];
  private readonly before = new Map<string, WorkflowRun>();
  private pending = new Map<string, RunCommand[]>();

  constructor(private readonly at: Date) {}

  begin(effects: RunEffects, graph: WorkflowGraph): void {
    this.created.add(effects.run.id);
    this.take(effects, graph);
  }

  add(commands: readonly AddressedCommand[]): void {
    for (const { runId, command } of commands) {
      const queued = this.pending.get(runId);
      if (queued === undefined) this.pending.set(runId, [command]);
      else queued.push(command);
    }
  }

  hasMore(): boolean {
    return this.pending.size > 0;
  }

  missingRuns(): readonly string[] {
    return [...this.pending.keys()].filter((id) => !this.known.has(id)).sort();
  }

  loaded(wanted: readonly string[], found: readonly LoadedRun[]): void {
    for (const id of wanted) this.known.set(id, null);
    for (const one of found) {
      this.known.set(one.run.id, one);
      this.before.set(one.run.id, one.run);
    }
  }

  /** Carries out the commands that wait, and returns the executions that have to be cancelled. */
  step(): readonly CancelInRun[] {
    const now = this.pending;
    this.pending = new Map();
    const cancels: CancelInRun[] = [];
    for (const [id, commands] of now) {
      const found = this.known.get(id) ?? null;
      if (found === null) {
        this.add(repliesOfMissing(id, commands));
        continue;
      }
      cancels.push(...this.take(changeRun(found.run, found.graph, commands, this.at), found.graph));
    }
    return this.withoutUnwritten(cancels);
  }

  /** What ended tells its run. What did not may run. */
  cancelled(cancels: readonly CancelInRun[], ended: readonly Execution[]): void {
    const ids = new Set(ended.map(({ id }) => id));
    for (const cancel of cancels)
      if (!cancel.waitingOnly && !ids.has(cancel.executionId)) this.asked.push(cancel);
    this.arrived(ended);
  }

  /** Executions that ended: their runs learn of it. */
  private arrived(ended: readonly Execution[]): void {
    this.add(arrivalsOf(ended));
  }

  result(): AdvancedTrees {
    const runs = [...this.changed].flatMap((id) => this.known.get(id)?.run ?? []);
    return {
      runs,
      created: this.created,
      executions: [...this.executions.values()],
      postponed: this.postponed,
      asked: this.asked,
      changes: this.changes,
      before: this.before,
    };
  }

  private take(effects: RunEffects, graph: WorkflowGraph): readonly CancelInRun[] {
    const { run, executions, postponed, commands, cancels } = effects;
    this.changes.push(...changesOf(this.known.get(run.id)?.run ?? null, run));
    this.known.set(run.id, { run, graph });
    this.changed.add(run.id);
    for (const execution of executions) this.executions.set(execution.id, execution);
    this.postponed.push(...postponed);
    this.add(commands);
    return cancels;
  }

  /** An execution that is not even stored yet never will be. */
  private withoutUnwritten(cancels: readonly CancelInRun[]): readonly CancelInRun[] {
    return cancels.filter(({ executionId, reason }) => {
      const unwritten = this.executions.get(executionId);
      if (unwritten === undefined) return true;
      this.executions.delete(executionId);
      this.arrived([cancelPendingExecution(unwritten, reason, this.at)]);
      return false;
    });
  }
}

/** What those have to know who asked a run to stop that was deleted meanwhile, or never started. */
function repliesOfMissing(runId: string, commands: readonly RunCommand[]): readonly AddressedCommand[] {
  return commands.flatMap((command) => {
    if (command.kind !== 'stop_with_parent' || command.replyTo === undefined) return [];
    const { runId: parent, step } = command.replyTo;
    return { runId: parent, command: { kind: 'child_ended', step, runId, status: null } };
  });
}

/** The commands that executions which have ended stand for, by their runs. */
export function arrivalsOf(executions: readonly Execution[]): readonly AddressedCommand[] {
  const byRun = new Map<string, Execution[]>();
  for (const execution of executions) {
    const runId = execution.workflow?.run;
    if (runId === undefined) continue;
    const list = byRun.get(runId);
    if (list === undefined) byRun.set(runId, [execution]);
    else list.push(execution);
  }
  return [...byRun].map(([runId, ended]) => ({ runId, command: { kind: 'arrive', executions: ended } }));
}
