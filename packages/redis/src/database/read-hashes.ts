import { inChunks } from './in-chunks.js';
import { pipelined } from './pipelined.js';
import type { RedisDatabase } from './redis-database.js';

/** The reply of HMGET: a value for each field, or null where the hash does not have it. */
export type FieldValues = readonly (string | null)[];

/** Reads fields of many hashes in the order of their names. It reads in chunks, so that memory does not have to hold all of them. */
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
