import { type Execution, JobAlreadyExists } from '@scheduler/contracts';
import { skipAsDuplicate } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { toNumberOrNull } from '../rows/values.js';
import { list, type Sql, sql } from '../sql/sql.js';

interface Holder {
  readonly id: string;
  /** When the key is released at the latest. Null: it has no such limit. */
  readonly untilMs: number | null;
}

/**
 * The current holders of the unique keys that new executions want. Other nodes may take a key meanwhile: then the unique index refuses
 * the insert, and the holders are read again.
 */
export class UniqueKeys {
  /** The executions that release their key: its period is over, or their own retry takes it. */
  private readonly releasing = new Set<string>();

  constructor(
    private readonly holders: Map<string, Holder>,
    private readonly at: Date,
  ) {}

  /** Returns a new execution as it should be stored: unchanged, or skipped if its key is taken. Throws if the policy refuses it then. */
  admit(execution: Execution): Execution {
    const { unique, status, id, originalExecutionId } = execution;
    if (unique === null || status !== 'pending') return execution;
    const holder = this.holders.get(unique.key);
    if (holder !== undefined && holder.id !== originalExecutionId && !this.isOver(holder)) {
      if (unique.onConflict === 'skip') return skipAsDuplicate(execution, holder.id, this.at);
      throw new JobAlreadyExists('uniqueKey', unique.onConflict.refuse);
    }
    if (holder !== undefined) this.releasing.add(holder.id);
    this.holders.set(unique.key, { id, untilMs: null });
    return execution;
  }

  /** The statement that releases keys, to be run before the inserts. Null: none. */
  release({ tables }: Database): Sql | null {
    if (this.releasing.size === 0) return null;
    return sql`UPDATE ${tables.executions} SET unique_key = NULL WHERE id IN ${list([...this.releasing])}`;
  }

  private isOver({ untilMs }: Holder): boolean {
    return untilMs !== null && untilMs <= this.at.getTime();
  }
}

export function needsUniqueKey({ unique, status }: Execution): boolean {
  return unique !== null && status === 'pending';
}

/** Reads the holders. Without unique executions it runs no statement. */
export async function uniqueKeysFor(
  database: Database,
  executions: readonly Execution[],
  terms: { readonly at: Date; readonly on?: Executor | undefined },
): Promise<UniqueKeys> {
  const keys = executions.flatMap((execution) =>
    execution.unique !== null && needsUniqueKey(execution) ? [execution.unique.key] : [],
  );
  const holders = new Map<string, Holder>();
  if (keys.length === 0) return new UniqueKeys(holders, terms.at);
  const rows = await database.rows(
    sql`SELECT id, unique_key, unique_until FROM ${database.tables.executions} WHERE ${database.dialect.holdsUniqueKey([...new Set(keys)])}`,
    terms.on,
  );
  for (const row of rows)
    holders.set(String(row['unique_key']), {
      id: String(row['id']),
      untilMs: toNumberOrNull(row['unique_until']),
    });
  return new UniqueKeys(holders, terms.at);
}
