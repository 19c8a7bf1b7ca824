import type { Caused } from '../values/caused.js';

/** The settings of a queue for all nodes. A queue without settings is not paused, and has the concurrency of each node's configuration. */
export interface QueueSettings {
  readonly queue: string;
  /** True: nothing is claimed until the queue is resumed; running executions go on. */
  readonly paused: boolean;
  /** The concurrency on each node that processes the queue. Null: that of the node's configuration. */
  readonly concurrency: number | null;
  /** How many executions run at once over all nodes together. Null: any number. */
  readonly globalLimit: number | null;
}

/** What waits and runs in a queue, over all nodes. */
export interface QueueCounts {
  readonly queue: string;
  /** Executions that wait and are available now. */
  readonly available: number;
  /** Executions that wait for a later instant: enqueued for later, or for a retry. */
  readonly delayed: number;
  readonly running: number;
}

/** The executions of one type that wait in a queue and are available now. */
export interface WaitingType {
  readonly queue: string;
  readonly type: string;
  readonly waiting: number;
  /** Since when the first of them is available. */
  readonly since: Date;
}

/** The queues as operators see them. */
export interface QueueRepository {
  /** The queues that have settings, by name. */
  settings(): Promise<readonly QueueSettings[]>;
  /** Changes what is given, and returns all settings of the queue. */
  change(request: ChangeQueue): Promise<QueueSettings>;
  /** The queues in which something waits or runs, by name. */
  counts(): Promise<readonly QueueCounts[]>;
  /** What waits and is available now in these queues, by queue and then by type. A store may count the first 10,000 of a queue only. */
  waitingTypes(request: { readonly queues: readonly string[] }): Promise<readonly WaitingType[]>;
}

export interface ChangeQueue extends Caused {
  readonly queue: string;
  readonly paused?: boolean;
  /** Null: back to the configuration of each node. */
  readonly concurrency?: number | null;
  /** Null: any number over all nodes. Running executions go on. */
  readonly globalLimit?: number | null;
}
