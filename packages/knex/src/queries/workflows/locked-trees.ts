import { type CallerTransaction, type Execution, executionStatuses } from '@scheduler/contracts';
import {
  type AdvancedTrees,
  advanceTrees,
  arrivalsOf,
  type Caused,
  type ClaimReleased,
  type EventContext,
  type LoadedRun,
  type TreeAnswer,
  type TreeChanges,
  type TreeRequest,
} from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../../database/database.js';
import { appendAdvanced, exactlyAdvanced } from '../../event-log/advanced.js';
import { asStored } from '../shared/execution-batch.js';
import { cancelInRuns } from './cancel-in-runs.js';
import { claimReleased } from './claim-released.js';
import { lockRuns } from './load-runs.js';
import type { Workflows } from './workflows.js';
import { writeAdvanced } from './write-advanced.js';

export interface LockTrees extends Caused {
  /** The roots of the trees of runs that may change. */
  readonly roots: readonly string[];
  /** Whether trees that others have locked are waited for, or left out. Default: waited for. */
  readonly skipsLocked?: boolean;
  readonly transaction?: CallerTransaction | undefined;
  /** What is to be claimed of the executions that the changes release. Missing: nothing. */
  readonly released?: ClaimReleased | undefined;
}

/**
 * Runs `work` in a transaction in which the roots of trees of runs are locked, in the order of their ids and before anything else, so that two
 * nodes cannot block each other. Listeners learn of the changes after the commit.
 */
export async function inLockedTrees<T>(
  database: Database,
  workflows: Workflows,
  { roots, skipsLocked = false, transaction, cause = null, released }: LockTrees,
  work: (trees: LockedTrees) => Promise<T>,
): Promise<T> {
  const committed = transaction === undefined ? null : database.committed(transaction);
  const { result, trees } = await database.transaction(async (on) => {
    const locked = await lockRuns(database, roots, { on, workflows, skipsLocked });
    // A transaction that is repeated after contention begins with runs that are read again.
    const held = new LockedTrees(database, workflows, { on, locked, cause, released });
    return { result: await work(held), trees: held };
  }, transaction);
  if (committed === null) {
    notify(workflows, trees.advanced);
    if (trees.claimed.length > 0) released?.take(trees.claimed);
  } else void committed.then((isCommitted) => isCommitted && notify(workflows, trees.advanced));
  return result;
}

/** Before the listeners are called, because they may ask for the runs. */
function notify({ listeners, runs }: Workflows, advanced: readonly AdvancedTrees[]): void {
  for (const one of advanced) runs.replace(one.runs);
  for (const one of advanced) listeners.notifyAll(one);
}

interface Held {
  readonly on: Executor;
  readonly locked: readonly LoadedRun[];
  /** Who changes the runs, for the event log. */
  readonly cause: string | null;
  readonly released?: ClaimReleased | undefined;
}

/** Trees of runs whose roots this transaction has locked. */
export class LockedTrees {
  readonly advanced: AdvancedTrees[] = [];
  readonly on: Executor;
  private readonly cause: string | null;
  /** The executions that were claimed as they were released. */
  claimed: readonly Execution[] = [];
  private readonly released: ClaimReleased | undefined;
  private readonly runs: Map<string, LoadedRun>;
  /** Runs as they are stored, by which it is known what has to be written. */
  private readonly stored = new Set<LoadedRun['run']>();

  constructor(
    private readonly database: Database,
    private readonly workflows: Workflows,
    { on, locked, cause, released }: Held,
  ) {
    this.on = on;
    this.cause = cause;
    this.released = released;
    this.runs = new Map(locked.map((one) => [one.run.id, one]));
  }

  has(runId: string): boolean {
    return this.runs.has(runId);
  }

  async run(runId: string): Promise<LoadedRun | null> {
    await this.load([runId]);
    return this.runs.get(runId) ?? null;
  }

  /** The caller has written this run as it is. */
  isStored(run: LoadedRun['run']): void {
    this.stored.add(run);
  }

  /** Advances the runs of executions that have ended in this transaction. */
  async arrive(executions: readonly (Execution | null)[], at: Date): Promise<void> {
    const ended = executions.filter((one): one is Execution => one !== null && isArrival(one));
    if (ended.length > 0) await this.advance({ commands: arrivalsOf(ended) }, at);
  }

  /** Carries out commands, and everything that follows from them. */
  async advance(changes: TreeChanges, at: Date, cause = this.cause): Promise<AdvancedTrees> {
    const walk = advanceTrees(changes, at);
    let next = walk.next();
    while (next.done !== true) next = walk.next(await this.answer(next.value, { at, cause }));
    const advanced = { ...next.value, executions: await this.withClaims(next.value.executions, at) };
    await this.write(advanced, { at, cause });
    this.advanced.push(advanced);
    return advanced;
  }

  /** Where there is a log, released steps wait, since a claim would have to be appended after them. */
  private async withClaims(executions: readonly Execution[], at: Date): Promise<readonly Execution[]> {
    const { database, released, on } = this;
    if (released === undefined || executions.length === 0 || database.logsEvents) return executions;
    return claimReleased(database, executions, { released, at, on });
  }

  private async answer(request: TreeRequest, context: EventContext): Promise<TreeAnswer> {
    if (request.kind === 'cancel')
      return {
        ended: await cancelInRuns(this.database, request.cancels, { ...context, on: this.on }),
      };
    await this.load(request.runIds);
    return { loaded: request.runIds.flatMap((id) => this.runs.get(id) ?? []) };
  }

  private async load(runIds: readonly string[]): Promise<void> {
    const missing = runIds.filter((id) => !this.runs.has(id));
    const { on, workflows } = this;
    for (const one of await lockRuns(this.database, missing, { on, workflows }))
      this.runs.set(one.run.id, one);
  }

  private async write(advanced: AdvancedTrees, context: EventContext): Promise<void> {
    const changed = advanced.runs.filter((run) => !this.stored.has(run));
    const hasNewInput = ({ id, input }: LoadedRun['run']) => this.runs.get(id)?.run.input !== input;
    const { on, database } = this;
    const executions = asStored(database, advanced.executions, context.at);
    const exactly = await exactlyAdvanced(database, { ...advanced, executions }, on);
    const inserted = await writeAdvanced(
      database,
      {
        runs: changed.filter((run) => !hasNewInput(run)),
        runsWithInput: changed.filter(hasNewInput),
        executions: exactly.advanced.executions,
        postponed: exactly.advanced.postponed,
      },
      { on, wakeUps: this.workflows.wakeUps },
    );
    await appendAdvanced(database, on, { ...exactly, context });
    // One that was stored before is not held by this node, whatever its row says. Its fence could be the same.
    if (inserted === advanced.executions.length)
      this.claimed = advanced.executions.filter(({ status }) => status === 'running');
    for (const run of advanced.runs) {
      const known = this.runs.get(run.id);
      if (known !== undefined) this.runs.set(run.id, { ...known, run });
    }
  }
}

/** Whether a run has to learn of an execution. */
export function isArrival({ workflow, status }: Execution): boolean {
  return workflow !== null && executionStatuses.isFinal(status);
}

/** The roots of the trees that executions belong to. */
export function rootsOf(executions: readonly Pick<Execution, 'workflow'>[]): readonly string[] {
  return [...new Set(executions.flatMap(({ workflow }) => workflow?.root ?? []))];
}
