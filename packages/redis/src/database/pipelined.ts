import type { ChainableCommander, Redis } from 'ioredis';
import { inChunks } from './in-chunks.js';

/** Asks the same about many, some hundred at a time. Answers in their order; throws what Redis refused. */
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
