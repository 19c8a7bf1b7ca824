import type { Leader, QueueSettings, SchemaHealth } from '@scheduler/contracts';
import type { QueueCounts, Workload } from '@scheduler/contracts/adapter';
import type { Problem } from './problem-of.js';

/** The facts about a node and its store from which its health is judged. */
export interface HealthFacts {
  readonly node: string;
  readonly running: boolean;
  /** Whether it counts as an issue that the node does not run. */
  readonly mustRun: boolean;
  readonly distributed: boolean;
  readonly storeName: string;
  /** Null: the store was not asked, or could not answer. */
  readonly store: StoreFacts | null;
  readonly schema: SchemaHealth;
  /** Why the store could not answer. Null: it did, or was not asked. */
  readonly problem: Problem | null;
}

/** What the store answered. */
export interface StoreFacts {
  readonly latencyMs: number;
  /** The store's time. */
  readonly now: Date;
  /** The store's time minus this node's wall clock. */
  readonly clockSkewMs: number;
  /** Null: nobody leads, or nobody needs to. */
  readonly leader: Leader | null;
  /** Null: the store has no statistics. */
  readonly workload: Workload | null;
  /** What waits and runs in each queue. Null: nobody knows. */
  readonly queues: readonly QueueCounts[] | null;
  readonly settings: readonly QueueSettings[];
  /** The earliest next run of all jobs. Null: there is none. */
  readonly nextDueAt: Date | null;
}
