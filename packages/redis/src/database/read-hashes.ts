import { inChunks } from './in-chunks.js';
import { pipelined } from './pipelined.js';
import type { RedisDatabase } from './redis-database.js';

/** What HMGET answers: a value for each field, or null where the hash has none. */
export type FieldValues = readonly (string | null)[];

/** Fields of many hashes in the order of their names, a chunk at a time: not all of them have to be held at once. */
export async function* readHashes(
  { redis, base }: RedisDatabase,
  names: readonly string[],
  fields: readonly string[],
): AsyncGenerator<FieldValues> {
  for (const chunk of inChunks(names))
    yield* await pipelined<string, FieldValues>(redis, chunk, (pipeline, name) =>
      pipeline.hmget(`${base}${name}`, ...fields),
    );
}
