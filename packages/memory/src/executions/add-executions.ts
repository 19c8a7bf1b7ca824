import { type Execution, JobAlreadyExists } from '@scheduler/contracts';
import {
  type AddExecutions,
  availableWhenAdded,
  executionAdded,
  type RestoreExecutions,
  withUniqueKey,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { ownExecution, type UserData } from '../database/own-copy.js';
import { refuseTransaction } from '../database/refuse-transaction.js';

/** Adds all executions or none: if one is refused, those before it are removed again. */
export function addExecutions(
  database: MemoryDatabase,
  { executions: newExecutions, transaction, cause = null }: AddExecutions,
): readonly Execution[] {
  refuseTransaction(transaction);
  const at = database.now();
  const added: Execution[] = [];
  try {
    for (const execution of newExecutions) added.push(addOne(database, execution, at));
  } catch (error) {
    removeAdded(database, added, at.getTime());
    throw error;
  }
  for (const execution of added) database.log?.append(executionAdded(execution, { at, cause }));
  return added;
}

/** Adds all executions as they are, or none. */
export function restoreExecutions(
  database: MemoryDatabase,
  { executions: given, cause = null }: RestoreExecutions,
): void {
  const { executions } = database;
  const taken = given.find(({ id }) => executions.records.has(id));
  if (taken !== undefined) throw new JobAlreadyExists('id', taken.id);
  const at = database.now();
  for (const execution of given) {
    executions.insert(ownExecution(execution, null), at.getTime());
    database.log?.append(executionAdded(execution, { at, cause }));
  }
}

function addOne(database: MemoryDatabase, execution: Execution, at: Date): Execution {
  const placed = withUniqueKey(execution, database.executions.uniqueKeys.holderOf(execution), at);
  const stored = insertNew(database, placed, { held: null, nowMs: at.getTime() });
  if (stored === null) throw new JobAlreadyExists('id', execution.id);
  return stored;
}

function removeAdded({ executions }: MemoryDatabase, added: readonly Execution[], nowMs: number): void {
  for (const { id } of added) {
    const record = executions.records.get(id);
    if (record !== undefined) executions.remove(record, nowMs);
  }
}

export interface InsertTerms {
  /** The stored job, whose data the execution may share. */
  readonly held: UserData | null;
  readonly nowMs: number;
}

/** Returns the execution as it is stored, for the caller, of whose objects the store keeps copies. Null: its id or its occurrence exists already, and nothing was written. */
export function insertNew(
  { executions }: MemoryDatabase,
  execution: Execution,
  { held, nowMs }: InsertTerms,
): Execution | null {
  if (executions.records.has(execution.id)) return null;
  if (executions.hasOccurrence(execution.jobId, execution.occurrenceAt)) return null;
  const available = availableWhenAdded(execution, nowMs);
  executions.insert(ownExecution(available, held), nowMs);
  return available;
}
