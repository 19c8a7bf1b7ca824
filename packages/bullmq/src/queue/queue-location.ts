import { DEFAULT_KEY_PREFIX } from '@scheduler/redis/parts';
import { bullmqName } from './message.js';

export interface QueueLocation {
  /** What BullMQ calls the queue. */
  readonly name: string;
  /** Its option `prefix`. */
  readonly prefix: string;
}

/**
 * Where BullMQ keeps a queue of ours, for tools that look at it, such as bull-board: `new Queue(name, { prefix, connection })`. The hash
 * tag keeps all keys of a queue on one node of a cluster, and spreads the queues over it.
 */
export function bullmqQueueOf(
  queue: string,
  { keyPrefix = DEFAULT_KEY_PREFIX }: { readonly keyPrefix?: string } = {},
): QueueLocation {
  const name = bullmqName(queue);
  return { name, prefix: `${keyPrefix}{${name}}` };
}
