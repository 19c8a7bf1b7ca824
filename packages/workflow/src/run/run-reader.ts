import type { Clock, Execution, JsonValue, WorkflowGraph, WorkflowRun } from '@scheduler/contracts';
import { type AdvancedRuns, copyRun, type WorkflowRepository } from '@scheduler/contracts/adapter';
import { ReadAhead } from './read-ahead.js';
import { outputsToRead } from './read-outputs.js';
import { type ClaimedStep, ReleasedHere } from './released-here.js';
import { SettledOutputs } from './settled-outputs.js';
import { type PreparedSteps, readerWith, type StepReader } from './step-reader.js';
import { TickBatch } from './tick-batch.js';

/** How many runs or executions one read asks for at most. */
const SLICE = 1_000;
const MOST_GRAPHS = 1_000;
const MOST_KEPT = 256;
const MOST_LISTS = 16;

/**
 * Reads what steps need to start. Steps that start together share their reads; graphs are read once; and outputs that many steps need, such
 * as the list of a map, are kept for a while: a success never changes.
 */
export class RunReader implements StepReader {
  private readonly graphs = new Map<string, WorkflowGraph>();
  private readonly kept = new Map<string, Execution>();
  private readonly lists = new Map<string, Promise<JsonValue>>();
  private readonly runs: TickBatch<string, WorkflowRun>;
  private readonly executionBatch: TickBatch<string, Execution>;
  private readonly ahead: ReadAhead;
  private readonly settledHere = new SettledOutputs();
  private readonly releasedHere: ReleasedHere;

  constructor(
    private readonly repository: WorkflowRepository,
    clock: Pick<Clock, 'monotonicMs'>,
  ) {
    this.releasedHere = new ReleasedHere(clock);
    this.ahead = new ReadAhead({
      read: (steps) => this.prepare(steps),
      isKnown: (step) => this.knownRun(step) !== null,
      clock,
    });
    this.runs = new TickBatch((ids) => this.readRuns(ids));
    this.executionBatch = new TickBatch((ids) => this.readExecutions(ids));
  }

  /** Steps were claimed and start soon. */
  claimed(steps: readonly Execution[]): void {
    this.releasedHere.claimed(steps);
    this.ahead.claimed(steps);
  }

  /** A step has ended on this node. */
  settled(step: Execution): void {
    this.settledHere.settled(step);
  }

  /** This process has changed runs. */
  advanced(advanced: AdvancedRuns): void {
    this.releasedHere.advanced(advanced);
  }

  /** The reader for a step that starts: it knows what was read since the claim of the step, or written a moment before it. */
  async forStep(step: ClaimedStep): Promise<StepReader> {
    const run = this.knownRun(step);
    this.releasedHere.forget(step);
    if (run !== null) {
      this.ahead.skip(step);
      return readerWith({ runs: new Map([[run.id, copyRun(run)]]), executions: new Map() }, this);
    }
    const prepared = await this.ahead.take(step);
    return prepared === null ? this : readerWith(prepared, this);
  }

  /** A run was changed by this program, so that steps which were claimed before read it again. */
  runChanged(): void {
    this.ahead.forget();
  }

  run(id: string): Promise<WorkflowRun | null> {
    return this.runs.get(id);
  }

  async graph(hash: string): Promise<WorkflowGraph | null> {
    const known = this.graphs.get(hash);
    if (known !== undefined) return known;
    const graph = await this.repository.graph(hash);
    if (graph !== null) keep(this.graphs, { key: hash, value: graph, most: MOST_GRAPHS });
    return graph;
  }

  async outputOf(id: string): Promise<JsonValue> {
    const settled = this.settledHere.get(id);
    if (settled !== undefined) return settled;
    const known = this.kept.get(id);
    if (known !== undefined) return known.output;
    const execution = await this.executionBatch.get(id);
    if (execution?.status === 'success') keep(this.kept, { key: id, value: execution, most: MOST_KEPT });
    return execution?.output ?? null;
  }

  list(id: string, read: () => Promise<JsonValue>): Promise<JsonValue> {
    const known = this.lists.get(id);
    if (known !== undefined) return known;
    const list = read();
    keep(this.lists, { key: id, value: list, most: MOST_LISTS });
    list.catch(() => this.lists.delete(id));
    return list;
  }

  async executions(ids: readonly string[]): Promise<readonly (Execution | null)[]> {
    const found = await this.readExecutions(ids);
    return ids.map((id) => found.get(id) ?? null);
  }

  /** Reads the runs of steps, and then the outputs that their states name. */
  private async prepare(steps: readonly Execution[]): Promise<PreparedSteps> {
    const places = steps.flatMap(({ workflow }) => workflow ?? []);
    const runs = await this.readRuns([...new Set(places.map(({ run }) => run))]);
    const wanted = new Set<string>();
    for (const place of places) {
      const run = runs.get(place.run);
      const graph = run === undefined ? null : await this.graph(run.graphHash);
      if (run !== undefined && graph !== null)
        for (const id of outputsToRead(run, graph, place)) if (!this.isKnown(id)) wanted.add(id);
    }
    return { runs, executions: await this.readExecutions([...wanted]) };
  }

  /** The run of a step that this process has just released, if the outputs before it are known too. Null: something has to be read. */
  private knownRun(step: ClaimedStep): WorkflowRun | null {
    const run = this.releasedHere.runOf(step);
    const graph = run === null ? undefined : this.graphs.get(run.graphHash);
    if (run === null || graph === undefined || step.workflow === null) return null;
    return outputsToRead(run, graph, step.workflow).every((id) => this.isKnown(id)) ? run : null;
  }

  private isKnown(id: string): boolean {
    return this.settledHere.has(id) || this.kept.has(id);
  }

  private readRuns(ids: readonly string[]): Promise<ReadonlyMap<string, WorkflowRun>> {
    return readAll(ids, (slice) => this.repository.runs({ ids: slice }));
  }

  private readExecutions(ids: readonly string[]): Promise<ReadonlyMap<string, Execution>> {
    return readAll(ids, (slice) => this.repository.executions({ ids: slice }));
  }
}

async function readAll<TRecord extends { readonly id: string }>(
  ids: readonly string[],
  read: (slice: readonly string[]) => Promise<readonly TRecord[]>,
): Promise<ReadonlyMap<string, TRecord>> {
  const found = new Map<string, TRecord>();
  for (let from = 0; from < ids.length; from += SLICE)
    for (const record of await read(ids.slice(from, from + SLICE))) found.set(record.id, record);
  return found;
}

/** The oldest makes room for the newest. */
function keep<TValue>(
  kept: Map<string, TValue>,
  { key, value, most }: { readonly key: string; readonly value: TValue; readonly most: number },
): void {
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
