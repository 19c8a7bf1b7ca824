import type { Clock, JobHandler, Logger, ScheduleDefinition, Scheduler } from '@scheduler/contracts';
import type { SchedulerConfigInput, SchedulerNode } from '@scheduler/core';
import type { Outage } from './outage.js';
import type { StoreFactory } from './run-simulation.js';
import type { SimulatedWork } from './simulated-work.js';

/** What a handler of a simulated node can be made from. */
export interface HandlerSurroundings {
  /** Such as `n2.3`: the third start of node 2. */
  readonly process: string;
  /** The clock of the process: the only time and timers that a handler may use. */
  readonly clock: Clock;
}

/** Something that somebody does at an instant. */
export interface SimulatedAction {
  readonly at: Date | string;
  readonly do: (scheduler: Scheduler, node: SchedulerNode) => Promise<unknown>;
}

export interface SimulateOptions {
  readonly from: Date | string;
  readonly to: Date | string;
  /** `createMemoryStore` of `@scheduler/memory`. */
  readonly store: StoreFactory;
  /** Scheduled at `from`. */
  readonly schedules: readonly ScheduleDefinition[];
  /** What each type of job does. Default: it succeeds at once. */
  readonly work?: Readonly<Record<string, SimulatedWork>>;
  /** Real handlers instead; they may use no timers and no I/O but what they are given. */
  readonly handlers?: (surroundings: HandlerSurroundings) => readonly JobHandler[];
  /** Default 1. */
  readonly nodes?: number;
  readonly outages?: readonly Outage[];
  readonly actions?: readonly SimulatedAction[];
  /** The share of calls to the store that end in a fault: lost, or with the process dead or standing still. Default 0. */
  readonly faults?: number;
  /** The same seed makes the same run. Default 1. */
  readonly seed?: number;
  /** Over the settings of a simulation, which are coarse so that a month is quick: leases of 5 minutes, polling every 5 minutes. */
  readonly config?: SchedulerConfigInput;
  readonly logger?: Logger;
}
