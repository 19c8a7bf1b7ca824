import type { SchedulerStore } from '@scheduler/contracts';
import type { WorkflowEngine } from '@scheduler/core';
import type { Cluster } from '../cluster/cluster.js';
import type { Dice } from '../world/dice.js';
import type { SimulatedProcess } from '../world/simulated-process.js';
import type { VirtualTime } from '../world/virtual-time.js';
import type { FencedResource } from './fenced-resource.js';
import type { Witness } from './witness.js';

/** What workflows of a simulation work with. */
export interface WorkflowScene {
  readonly time: VirtualTime;
  readonly dice: Dice;
  readonly witness: Witness;
  readonly resource: FencedResource;
  /** The store itself, which no fault reaches, for looking at it. */
  readonly store: SchedulerStore;
}

/** The workflows of a simulation. The simulator does not know the package that carries them out, but what a node needs of it. */
export interface SimulatedWorkflows {
  /** The workflows of a process, for its node. */
  engine(process: SimulatedProcess): WorkflowEngine;
  /** Plans the starts, and what operators do meanwhile. */
  plan(cluster: Cluster): void;
  /** Does what runs wait for, such as decisions and signals. Called again and again after the faults, until nothing is left. */
  serve(): Promise<void>;
  /** The runs whose start was confirmed. */
  readonly started: readonly string[];
}
