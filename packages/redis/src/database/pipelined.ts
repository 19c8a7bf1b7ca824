import type { ChainableCommander, Redis } from 'ioredis';
import { inChunks } from './in-chunks.js';

/** Sends the same command for many items in pipelines. Returns the replies in the order of the items; throws the first error. */
export async function pipelined<TItem, TAnswer>(
  redis: Redis,
  items: readonly TItem[],
  ask: (pipeline: ChainableCommander, item: TItem) => unknown,
): Promise<readonly TAnswer[]> {
  const answers: TAnswer[] = [];
  for (const chunk of inChunks(items)) {
    const pipeline = redis.pipeline();
    for (const item of chunk) ask(pipeline, item);
    for (const [error, answer] of (await pipeline.exec()) ?? []) {
      if (error !== null) throw error;
      answers.push(answer as TAnswer);
    }
  }
  return answers;
}
