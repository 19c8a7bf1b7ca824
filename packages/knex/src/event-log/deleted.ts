import { type Caused, executionsDeleted } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { appendEvents, timeOfEvents } from './append.js';
import { keysOf } from './execution-keys.js';

/** Appends the events of executions that are about to be deleted, of which some may be gone already. */
export async function appendDeleted(
  database: Database,
  on: Executor,
  { ids, cause = null }: Caused & { readonly ids: readonly string[] },
): Promise<void> {
  if (!database.logsEvents) return;
  const at = await timeOfEvents(database, on);
  const keys = await keysOf(database, ids, on);
  await appendEvents(database, on, () => executionsDeleted(keys, { at, cause }));
}
