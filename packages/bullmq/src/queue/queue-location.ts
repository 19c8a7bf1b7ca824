import { DEFAULT_KEY_PREFIX } from '@scheduler/redis/parts';
import { bullmqName } from './message.js';

export interface QueueLocation {
  /** The name of the queue in BullMQ. */
  readonly name: string;
  /** The value for the option `prefix` of BullMQ. */
  readonly prefix: string;
}

/**
 * The name and prefix of a queue in BullMQ, for tools that inspect it, such as bull-board: `new Queue(name, { prefix, connection })`. The hash
 * tag keeps all keys of a queue on one node of a cluster, and spreads the queues over the nodes.
 */
export function bullmqQueueOf(
  queue: string,
  { keyPrefix = DEFAULT_KEY_PREFIX }: { readonly keyPrefix?: string } = {},
): QueueLocation {
  const name = bullmqName(queue);
  return { name, prefix: `${keyPrefix}{${name}}` };
}
