/** What operators set for a queue, for all nodes. A queue without settings is not paused and as wide as each node's configuration says. */
export interface QueueSettings {
  readonly queue: string;
  /** True: nothing of it is claimed until it is resumed; what runs goes on. */
  readonly paused: boolean;
  /** On each node that processes it. Null: what the node's configuration says. */
  readonly concurrency: number | null;
  /** Over all nodes together: no more of it run at once. Null: any number. */
  readonly globalLimit: number | null;
}

/** What waits and runs in a queue, over all nodes. */
export interface QueueCounts {
  readonly queue: string;
  /** Waiting, and available now. */
  readonly available: number;
  /** Waiting for a later instant: enqueued for later, or for a retry. */
  readonly delayed: number;
  readonly running: number;
}

/** The queues as operators see them. */
export interface QueueRepository {
  /** Those that have settings, by name. */
  settings(): Promise<readonly QueueSettings[]>;
  /** Changes what is given, and returns all settings of the queue. */
  change(request: ChangeQueue): Promise<QueueSettings>;
  /** Those in which something waits or runs, by name. */
  counts(): Promise<readonly QueueCounts[]>;
}

export interface ChangeQueue {
  readonly queue: string;
  readonly paused?: boolean;
  /** Null: back to the configuration of each node. */
  readonly concurrency?: number | null;
  /** Null: any number over all nodes. What runs already goes on. */
  readonly globalLimit?: number | null;
}
