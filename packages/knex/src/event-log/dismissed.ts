import { deadLetterDismissed } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import type { Sql } from '../sql/sql.js';
import { appendEvents, timeOfEvents } from './append.js';
import { keysOf } from './execution-keys.js';

interface Dismiss {
  readonly ids: readonly string[];
  /** A condition: the execution is a dead letter of the caller. */
  readonly isLetter: Sql;
  readonly dismiss: (ids: readonly string[], on: Executor) => Promise<number>;
  readonly cause: string | null;
}

/** Dismisses dead letters and appends their events. */
export function dismissAndAppend(
  database: Database,
  { ids, isLetter, dismiss, cause }: Dismiss,
): Promise<number> {
  return database.transaction(async (on) => {
    const letters = await keysOf(database, ids, on, isLetter);
    if (letters.length === 0) return 0;
    const at = await timeOfEvents(database, on);
    await appendEvents(database, on, () => letters.map((key) => deadLetterDismissed(key, { at, cause })));
    return dismiss(
      letters.map(({ id }) => id),
      on,
    );
  });
}
