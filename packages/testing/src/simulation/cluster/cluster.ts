import type { JobHandler, Logger, SchedulerStore } from '@scheduler/contracts';
import {
  createSchedulerNode,
  type SchedulerConfigInput,
  type SchedulerNode,
  type WorkflowEngine,
} from '@scheduler/core';
import { SequentialIds } from '../../helpers/sequential-ids.js';
import type { Network } from '../faults/network.js';
import { overTheNetwork } from '../faults/over-the-network.js';
import { between, type Dice } from '../world/dice.js';
import { SimulatedProcess } from '../world/simulated-process.js';
import type { VirtualTime } from '../world/virtual-time.js';

export interface ClusterOptions {
  readonly nodes: number;
  readonly time: VirtualTime;
  readonly dice: Dice;
  readonly network: Network;
  /** The store that all processes share. */
  readonly store: SchedulerStore;
  readonly config: SchedulerConfigInput;
  readonly handlers: (process: SimulatedProcess) => readonly JobHandler[];
  /** The workflows of a process. Default: none. */
  readonly workflows?: (process: SimulatedProcess) => WorkflowEngine;
  readonly logger: Logger;
  /** The maximum deviation of the wall clocks. */
  readonly skewMs: number;
  /** Changes the store that a process sees. Its own statements use `send`, so that each of them may meet a fault. */
  readonly wrap?: (store: SchedulerStore, send: Send) => SchedulerStore;
}

/** Sends one statement of a process to the store, with the faults that any call may meet. */
export type Send = <T>(method: string, work: () => Promise<T>) => Promise<T>;

/** A node of the real core in a simulated process. */
export interface RunningNode {
  readonly process: SimulatedProcess;
  readonly node: SchedulerNode;
}

/** The number of ids reserved for each start of a process, so that ids of different processes differ. */
const IDS_PER_START = 1_000_000;
const LONGEST_REBOOT_MS = 4_000;

/** Several nodes, each of which is started again after it dies. */
export class Cluster {
  private readonly running = new Map<number, RunningNode>();
  private readonly starts = new Map<number, number>();
  /** How many outages keep a node down. */
  private readonly down = new Map<number, number>();
  private startCount = 0;
  private deaths = 0;

  constructor(private readonly options: ClusterOptions) {}

  get deathCount(): number {
    return this.deaths;
  }

  /** The numbers of all nodes, from 1. */
  get numbers(): readonly number[] {
    return Array.from({ length: this.options.nodes }, (_, index) => index + 1);
  }

  startAll(): void {
    for (const number of this.numbers) this.boot(number);
  }

  /** The nodes whose process is alive, including paused ones. */
  alive(): readonly RunningNode[] {
    return [...this.running.values()];
  }

  /** Stops a node gracefully and starts it again, as an operator would. */
  restart(number: number): void {
    const current = this.running.get(number);
    if (current === undefined) return;
    void current.node.stop().then(
      () => current.process.kill(),
      () => current.process.kill(),
    );
  }

  /** Kills a node and keeps it down until `bringUp` was called as often as `takeDown`. */
  takeDown(number: number): void {
    this.down.set(number, (this.down.get(number) ?? 0) + 1);
    this.running.get(number)?.process.kill();
  }

  bringUp(number: number): void {
    this.down.set(number, Math.max(0, (this.down.get(number) ?? 0) - 1));
    this.boot(number);
  }

  private boot(number: number): void {
    if ((this.down.get(number) ?? 0) > 0 || this.running.has(number)) return;
    const process = this.newProcess(number);
    const node = this.newNode(process);
    this.running.set(number, { process, node });
    process.whenKilled(() => this.died(number));
    // A node that cannot start dies, as a process would, and is started again.
    process.post(0, () => void node.start().catch(() => process.kill()));
  }

  private newProcess(number: number): SimulatedProcess {
    const { time, dice, skewMs } = this.options;
    const start = (this.starts.get(number) ?? 0) + 1;
    this.starts.set(number, start);
    const skew = Math.round((dice.roll(`skew n${number}`) - 0.5) * 2 * skewMs);
    return new SimulatedProcess({ name: `n${number}.${start}`, time, skewMs: skew });
  }

  private newNode(process: SimulatedProcess): SchedulerNode {
    const { network, store, config, handlers, workflows, logger, dice, wrap } = this.options;
    this.startCount += 1;
    const seen = overTheNetwork(store, { network, process });
    const send: Send = (method, work) => network.call(process, method, work);
    return createSchedulerNode({
      store: wrap === undefined ? seen : wrap(seen, send),
      handlers: handlers(process),
      ...(workflows === undefined ? {} : { workflows: workflows(process) }),
      config,
      clock: process.clock,
      ids: new SequentialIds(this.startCount * IDS_PER_START),
      randomness: dice.about(`node ${process.name}`),
      logger,
    });
  }

  private died(number: number): void {
    const { time, dice } = this.options;
    this.running.delete(number);
    this.deaths += 1;
    const rebootMs = between(
      dice.about(`reboot n${number}.${this.starts.get(number)}`),
      100,
      LONGEST_REBOOT_MS,
    );
    time.after(rebootMs, () => this.boot(number));
  }
}
