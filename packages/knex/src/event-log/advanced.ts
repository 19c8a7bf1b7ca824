import {
  type AdvancedTrees,
  type EventContext,
  executionAdded,
  type ExecutionKey,
  executionPostponed,
  type PostponeInRun,
  runChanged,
} from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { raw } from '../sql/sql.js';
import { appendEvents } from './append.js';
import { keysOf } from './execution-keys.js';

/** Advanced trees with exactly what will be written of them. */
export interface ExactlyAdvanced {
  readonly advanced: AdvancedTrees;
  readonly moved: readonly Moved[];
}

interface Moved {
  readonly postponed: PostponeInRun;
  readonly keys: readonly ExecutionKey[];
}

/**
 * Leaves out executions that exist already, and postponed ones that do not wait: events have to be exact. Where the log is off, the statements
 * leave them out by themselves.
 */
export async function exactlyAdvanced(
  database: Database,
  advanced: AdvancedTrees,
  on: Executor,
): Promise<ExactlyAdvanced> {
  if (!database.logsEvents) return { advanced, moved: [] };
  const ids = advanced.executions.map(({ id }) => id);
  const existing = new Set((await keysOf(database, ids, on)).map(({ id }) => id));
  const moved: Moved[] = [];
  for (const one of advanced.postponed) {
    const keys = await keysOf(database, one.executionIds, on, raw("status = 'pending'"));
    moved.push({ keys, postponed: { ...one, executionIds: keys.map(({ id }) => id) } });
  }
  const executions = advanced.executions.filter(({ id }) => !existing.has(id));
  return { advanced: { ...advanced, executions, postponed: moved.map(({ postponed }) => postponed) }, moved };
}

/** Appends the events of runs that were advanced, and of what came with them. */
export function appendAdvanced(
  database: Database,
  on: Executor,
  { advanced, moved, context }: ExactlyAdvanced & { readonly context: EventContext },
): Promise<void> {
  return appendEvents(database, on, () => [
    ...advanced.runs.flatMap((run) => runChanged(advanced.before.get(run.id) ?? null, run, context)),
    ...advanced.executions.map((execution) => executionAdded(execution, context)),
    ...moved.flatMap(({ keys, postponed }) =>
      keys.map((key) => executionPostponed(key, postponed.availableAt, context)),
    ),
  ]);
}
