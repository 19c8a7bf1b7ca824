import { inChunks } from './in-chunks.js';
import type { RedisDatabase } from './redis-database.js';

/** What HMGET answers: a value for each field, or null where the hash has none. */
export type FieldValues = readonly (string | null)[];

/** The fields of many hashes in the order of their names, a chunk at a time, so that nobody else waits for all of them. */
export async function* readHashes(
  database: RedisDatabase,
  names: readonly string[],
  fields: readonly string[],
): AsyncGenerator<FieldValues> {
  for (const chunk of inChunks(names)) {
    const pipeline = database.redis.pipeline();
    for (const name of chunk) pipeline.hmget(database.key(name), ...fields);
    for (const [error, values] of (await pipeline.exec()) ?? []) {
      if (error !== null) throw error;
      yield values as FieldValues;
    }
  }
}
