import { type Execution, executionStatuses, type WorkflowRun } from '@scheduler/contracts';
import {
  type CancelInRun,
  cancelRequested,
  type EventContext,
  executionChanged,
  type LoadedRun,
  type TreeAnswer,
  type TreeRequest,
} from '@scheduler/contracts/adapter';
import { pipelined } from '../database/pipelined.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { readExecutions } from '../executions/read-executions.js';
import type { Changed } from '../executions/settle-changes.js';
import { readGraph, readKnownRuns, type ReadRun } from './read-runs.js';

/** A running execution that is asked to stop. */
export interface Stop {
  readonly executionId: string;
  readonly reason: string;
}

/** There is no such run, so that no write may have made one meanwhile. */
const MISSING: ReadRun = { by: '', run: null };

/** What one try to change trees of runs has read, so that its write can check that nothing of it has changed. */
export class TreeReads {
  readonly runs = new Map<string, ReadRun>();
  /** Waiting executions that end, because their runs want it. */
  readonly cancelled: Changed[] = [];
  readonly stops: Stop[] = [];
  /** Whether something has changed between two reads, so that everything has to be decided again. */
  isStale = false;
  /** Executions that have ended for this try, although that is not stored yet. */
  private readonly ended = new Set<string>();

  constructor(
    private readonly database: RedisDatabase,
    readonly context: EventContext,
  ) {}

  /** Tells of executions that end in the same step, by their holders. */
  end(executions: readonly Execution[]): void {
    for (const { id } of executions) this.ended.add(id);
  }

  async answer(request: TreeRequest): Promise<TreeAnswer> {
    if (request.kind === 'load') return { loaded: await this.load(request.runIds) };
    return { ended: await this.cancel(request.cancels) };
  }

  /** Null: there is no such run, or its hash is corrupt. */
  async run(id: string): Promise<WorkflowRun | null> {
    await this.read([id]);
    return this.runs.get(id)?.run ?? null;
  }

  private async load(ids: readonly string[]): Promise<readonly LoadedRun[]> {
    await this.read(ids);
    const loaded: LoadedRun[] = [];
    for (const id of ids) {
      const run = this.runs.get(id)?.run ?? null;
      const graph = run === null ? null : await this.graph(run.graphHash);
      if (run !== null && graph !== null) loaded.push({ run, graph });
    }
    return loaded;
  }

  private async read(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.runs.has(id));
    const found = await readKnownRuns(this.database, missing);
    // Nothing can be decided about a corrupt run. What its executions did is settled all the same.
    for (const [index, id] of missing.entries()) this.runs.set(id, found[index] ?? MISSING);
  }

  private async graph(hash: string) {
    const { runs } = this.database;
    const known = runs.graph(hash) ?? (await readGraph(this.database, hash));
    if (known !== null) runs.keepGraph(hash, known);
    return known;
  }

  /** Returns the executions that end by it. Only those that wait are read as a whole, because outputs of the others may be large. */
  private async cancel(cancels: readonly CancelInRun[]): Promise<readonly Execution[]> {
    const open = cancels.filter(({ executionId }) => !this.ended.has(executionId));
    const waiting = new Map<string, string>();
    const statuses = await this.statusesOf(open.map(({ executionId }) => executionId));
    for (const [index, { executionId, reason, waitingOnly }] of open.entries()) {
      if (statuses[index] === 'pending') waiting.set(executionId, reason);
      if (statuses[index] === 'running' && !waitingOnly) this.stops.push({ executionId, reason });
    }
    const read = await readExecutions(this.database, [...waiting.keys()]);
    return read.flatMap((before) => this.cancelOne(before, waiting.get(before.id) ?? '') ?? []);
  }

  private cancelOne(before: Execution, reason: string): Execution | null {
    const { state, execution: after } = cancelRequested(before, reason, this.context.at);
    if (state !== 'cancelled') {
      this.isStale = true;
      return null;
    }
    const events = this.database.logs ? { events: executionChanged(before, after, this.context) } : {};
    this.cancelled.push({ before, after, ...events });
    this.ended.add(before.id);
    return after;
  }

  private statusesOf(ids: readonly string[]): Promise<readonly (string | null)[]> {
    const { redis, base } = this.database;
    return pipelined<string, string | null>(redis, ids, (pipeline, id) =>
      pipeline.hget(`${base}x:${id}`, 'status'),
    );
  }
}

/** Whether an execution is a step of a workflow that has ended, so that its run has to learn of it. */
export function isEndedStep({ workflow, status }: Execution): boolean {
  return workflow !== null && executionStatuses.isFinal(status);
}
