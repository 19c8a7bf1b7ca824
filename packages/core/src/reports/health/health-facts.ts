import type { FiringAlerts, Leader, QueueSettings, SchemaHealth, StoreServer } from '@scheduler/contracts';
import type { QueueCounts, WaitingType, Workload } from '@scheduler/contracts/adapter';
import type { Problem } from './problem-of.js';

/** The facts about a node and its store from which its health is judged. */
export interface HealthFacts {
  readonly node: string;
  readonly running: boolean;
  /** Since when it does not run. Null: it runs. */
  readonly notRunningSince: Date | null;
  /** Whether it counts as an issue that the node does not run. */
  readonly mustRun: boolean;
  readonly distributed: boolean;
  /** Whether it was started and runs nothing, so that the store does not count it among the workers. */
  readonly idle: boolean;
  readonly storeName: string;
  /** Whether the store was asked. A node that has stopped has closed it. */
  readonly asked: boolean;
  /** Null: the store was not asked, or has not answered. */
  readonly answer: StoreAnswer | null;
  /** Null: the store was not asked, or has not answered this in time. */
  readonly figures: StoreFigures | null;
  readonly schema: SchemaHealth;
  /** Why the store could not answer. Null: it did, or was not asked. */
  readonly problem: Problem | null;
  /** How long was waited for. */
  readonly timeoutMs: number;
  /** The servers beside the store that do not answer. */
  readonly silentServers: readonly SilentServer[];
}

export interface SilentServer extends Pick<StoreServer, 'name' | 'holds'> {
  readonly problem: string;
  /** Whether work stands still without it, because rate limits or circuits are configured. */
  readonly needed: boolean;
}

/** What the store answered at once. */
export interface StoreAnswer {
  readonly latencyMs: number;
  /** The store's time. */
  readonly now: Date;
  /** The store's time minus this node's wall clock. */
  readonly clockSkewMs: number;
}

/** What the store had to read or count. */
export interface StoreFigures {
  /** Null: nobody leads, or nobody needs to. */
  readonly leader: Leader | null;
  /** Null: the store has no statistics. */
  readonly workload: Workload | null;
  /** What waits and runs in each queue. Null: nobody knows. */
  readonly queues: readonly QueueCounts[] | null;
  readonly settings: readonly QueueSettings[];
  /** What waits in the queues of this node without a handler here. Null: one tenant only is reported on. */
  readonly withoutHandler: readonly WaitingType[] | null;
  /** What fires. Null: the store keeps no alerts. */
  readonly alerts: FiringAlerts | null;
  /** The earliest next run of all jobs. Null: there is none. */
  readonly nextDueAt: Date | null;
}
