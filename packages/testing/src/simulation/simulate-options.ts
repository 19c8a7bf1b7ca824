import type { Clock, JobHandler, Logger, ScheduleDefinition, Scheduler } from '@scheduler/contracts';
import type { SchedulerConfigInput, SchedulerNode } from '@scheduler/core';
import type { Outage } from './outage.js';
import type { StoreFactory } from './run-simulation.js';
import type { SimulatedWork } from './simulated-work.js';

/** What a factory of handlers gets for one simulated process. */
export interface HandlerSurroundings {
  /** Such as `n2.3`: the third start of node 2. */
  readonly process: string;
  /** The clock of the process: the only time and timers that a handler may use. */
  readonly clock: Clock;
}

/** A change of an operator at an instant. */
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
  /** The simulated work of each job type. Default: it succeeds at once. */
  readonly work?: Readonly<Record<string, SimulatedWork>>;
  /** Real handlers instead of simulated work. They may use only the clock that they get, and no I/O. */
  readonly handlers?: (surroundings: HandlerSurroundings) => readonly JobHandler[];
  /** Default 1. */
  readonly nodes?: number;
  readonly outages?: readonly Outage[];
  readonly actions?: readonly SimulatedAction[];
  /** The share of calls to the store that meet a fault: a lost call, a crash or a pause of the process. Default 0. */
  readonly faults?: number;
  /** The same seed gives the same run. Default 1. */
  readonly seed?: number;
  /** Overrides of the settings of a simulation, which are coarse so that a month is fast: leases of 5 minutes, polling every 5 minutes. */
  readonly config?: SchedulerConfigInput;
  readonly logger?: Logger;
}
