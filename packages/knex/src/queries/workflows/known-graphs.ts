import type { WorkflowGraph } from '@scheduler/contracts';
import { graphStored, parseJson } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../../database/database.js';
import { Batch, insertInto } from '../../dialects/batch.js';
import { appendEvents } from '../../event-log/append.js';
import { deepFreeze } from '../../rows/shared-json.js';
import { raw, type Sql, sql } from '../../sql/sql.js';

const MAX_GRAPHS = 1_000;
const HOUR_MS = 3_600_000;
/** How long a graph counts as in use after a run was started with it. */
const USED_MS = 12 * HOUR_MS;
/** After that time without a run a graph is deleted. Longer than a node relies on what it has seen. */
export const KEPT_UNUSED_MS = 2 * USED_MS;

const GRAPH_COLUMNS = { hash: 'text', name: 'text', graph: 'text', used_at: 'int' } as const;

interface StoredGraph {
  readonly hash: string;
  readonly graph: WorkflowGraph;
}

interface Terms {
  readonly at: Date;
  readonly on: Executor;
  /** Whether the transaction belongs to a caller, who may roll it back. */
  readonly isCallers: boolean;
  /** Who starts the run, for the event log. */
  readonly cause: string | null;
}

/** The graphs that this process has read or written. A graph never changes, so that each is read once. */
export class KnownGraphs {
  private readonly graphs = new Map<string, WorkflowGraph>();
  private readonly usedAt = new Map<string, number>();

  /** Reads those of the graphs that are not known yet. */
  async load(
    database: Database,
    hashes: readonly string[],
    on?: Executor,
  ): Promise<ReadonlyMap<string, WorkflowGraph>> {
    const wanted = [...new Set(hashes)];
    const found = new Map<string, WorkflowGraph>();
    for (const hash of wanted) {
      const graph = this.graphs.get(hash);
      if (graph !== undefined) found.set(hash, graph);
    }
    const missing = wanted.filter((hash) => !found.has(hash));
    if (missing.length === 0) return found;
    const { dialect, tables } = database;
    const rows = await database.rows(
      sql`SELECT hash, graph FROM ${tables.workflowGraphs} WHERE ${dialect.isAnyOf(raw('hash'), missing)}`,
      on,
    );
    for (const row of rows) {
      const hash = String(row['hash']);
      const graph = readGraph(row['graph']);
      if (graph === null) continue;
      found.set(hash, graph);
      this.keep(hash, graph);
    }
    return found;
  }

  /**
   * Stores a graph for a run that is started with it. Usually nothing is written: a graph that was used lately is not deleted, even if no run is
   * pinned to it.
   */
  async use(
    database: Database,
    { hash, graph }: StoredGraph,
    { at, on, isCallers, cause }: Terms,
  ): Promise<void> {
    const now = at.getTime();
    if ((this.usedAt.get(hash) ?? 0) > now - USED_MS) return;
    const { dialect, tables } = database;
    const usedAt = await this.lastUse(database, hash, on);
    if (usedAt !== null && usedAt > now - USED_MS) {
      if (!isCallers) this.usedAt.set(hash, usedAt);
      return;
    }
    if (usedAt !== null) {
      await database.write(
        sql`UPDATE ${tables.workflowGraphs} SET used_at = ${now} WHERE hash = ${hash}`,
        on,
      );
      return;
    }
    const row = { hash, name: graph.name, graph: JSON.stringify(graph), used_at: now };
    const insert = insertInto(tables.workflowGraphs, new Batch(GRAPH_COLUMNS, [row], ['hash']), dialect);
    if (database.logsEvents) {
      if (await insertIfMissing(database, insert, on))
        await appendEvents(database, on, () => [graphStored(hash, graph, { at, cause })]);
      return;
    }
    await database.write(sql`${insert}${dialect.ifMissing(tables.workflowGraphs, 'hash')}`, on);
  }

  private async lastUse(database: Database, hash: string, on: Executor): Promise<number | null> {
    const [row] = await database.rows(
      sql`SELECT used_at FROM ${database.tables.workflowGraphs} WHERE hash = ${hash}`,
      on,
    );
    return row === undefined ? null : Number(row['used_at']);
  }

  private keep(hash: string, graph: WorkflowGraph): void {
    if (this.graphs.size >= MAX_GRAPHS) this.graphs.clear();
    this.graphs.set(hash, graph);
  }
}

/** False: somebody else has stored it at the same time. */
async function insertIfMissing(database: Database, insert: Sql, on: Executor): Promise<boolean> {
  const { dialect, tables } = database;
  if (dialect.returning) {
    const statement = sql`${insert}${dialect.ifMissing(tables.workflowGraphs, 'hash')} RETURNING hash`;
    return (await database.rows(statement, on)).length > 0;
  }
  try {
    await database.write(insert, on);
    return true;
  } catch (error) {
    // MySQL takes back the statement alone.
    if (database.duplicate(error) === null) throw error;
    return false;
  }
}

/** Frozen, because callers get the same graph as everybody else. Null: it cannot be read. */
function readGraph(text: unknown): WorkflowGraph | null {
  try {
    return deepFreeze(parseJson(text) as unknown as WorkflowGraph);
  } catch {
    return null;
  }
}
