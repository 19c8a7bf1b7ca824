import type { SchedulerStore } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { Cluster } from './cluster/cluster.js';
import type { RunLog } from './run-log.js';
import type { Certainty } from './workload/certainty.js';
import type { VirtualTime } from './world/virtual-time.js';

export interface SimulateScene {
  readonly time: VirtualTime;
  readonly store: SchedulerStore;
  readonly cluster: Cluster;
  readonly certainty: Certainty;
  readonly log: RunLog;
  /** A node that no fault reaches, for setting up and for actions. */
  readonly console: SchedulerNode;
  readonly leaseMs: number;
  /** The actions that failed. */
  readonly failures: unknown[];
}
