import type { Database } from '../database/database.js';
import { list, sql } from '../sql/sql.js';

/**
 * An epoch is a number that grows with every claim under the limits it belongs to. A claim names the epochs that were read with its
 * counts: if one has grown since, another node has claimed meanwhile, and the counts may be too low. All limits share a fixed set of
 * epochs, so that there is nothing to clean up; two limits with the same epoch only cause further reads.
 */
const EPOCHS = 16;
const PREFIX = 'limit ';

export interface LimitEpoch {
  readonly name: string;
  readonly epoch: number;
}

export function limitEpochNames(limits: readonly string[]): readonly string[] {
  return [...new Set(limits.map((limit) => `${PREFIX}${hash(limit) % EPOCHS}`))].sort();
}

export const ALL_LIMIT_EPOCHS: readonly string[] = Array.from(
  { length: EPOCHS },
  (_, index) => `${PREFIX}${index}`,
);

export async function createLimitEpochs(database: Database): Promise<void> {
  const { dialect, tables } = database;
  const known = await database.rows(
    sql`SELECT name FROM ${tables.locks} WHERE name IN ${list(ALL_LIMIT_EPOCHS)}`,
  );
  const existing = new Set(known.map((row) => String(row['name'])));
  for (const name of ALL_LIMIT_EPOCHS.filter((one) => !existing.has(one))) {
    try {
      await database.write(
        sql`INSERT INTO ${tables.locks} (name, epoch, until_at) VALUES (${dialect.typed(name, 'text')}, 0, 0)`,
      );
    } catch (error) {
      if (database.duplicate(error) === null) throw error;
    }
  }
}

/** The 32-bit FNV-1a hash. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value;
}
