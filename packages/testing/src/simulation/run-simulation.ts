import {
  type Clock,
  hasWorkflowEnded,
  type Logger,
  type ScheduledJob,
  type SchedulerStore,
  silentLogger,
} from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode } from '@scheduler/core';
import { SequentialIds } from '../helpers/sequential-ids.js';
import { checkPromises } from '../promises/check-promises.js';
import type { Evidence } from '../promises/evidence.js';
import type { Violation } from '../promises/violation.js';
import { readEverything, readWorkflows } from './collect-evidence.js';
import type { Fault } from './faults/fault.js';
import { type FaultSource, RandomFaults, RecordedFaults } from './faults/fault-source.js';
import { Network } from './faults/network.js';
import { Certainty } from './workload/certainty.js';
import { FencedResource } from './workload/fenced-resource.js';
import { Operator } from './workload/operator.js';
import { Witness } from './workload/witness.js';
import { EVERYTHING } from './workload/everything.js';
import { CONFIG_OF_WORKFLOWS, SIMULATED_CONFIG, SIMULATED_LEASE_MS } from './workload/simulated-config.js';
import type { SimulatedWorkflows } from './workload/simulated-workflows.js';
import type { Workload } from './workload/workload.js';
import { workloadHandlers } from './workload/workload-handlers.js';
import { Cluster, type ClusterOptions } from './cluster/cluster.js';
import { between, Dice } from './world/dice.js';
import { VirtualTime } from './world/virtual-time.js';

/** Creates the store that all nodes of a simulation share, such as `createMemoryStore` of `@scheduler/memory`. */
export type StoreFactory = (options: { readonly clock: Pick<Clock, 'now'> }) => SchedulerStore;

export interface FaultSimulation {
  readonly seed: number;
  readonly store: StoreFactory;
  /** Default: a workload of 25 seconds with all features. */
  readonly workload?: Workload;
  /** Default: random faults, determined by the seed. */
  readonly faults?: FaultSource;
  /** Changes the store that a process sees, for tests that plant a bug. */
  readonly wrap?: ClusterOptions['wrap'];
  readonly logger?: Logger;
}

export interface FaultSimulationResult {
  readonly seed: number;
  /** Empty: every promise was kept. */
  readonly violations: readonly Violation[];
  /** The faults that happened, in their order. */
  readonly faults: readonly Fault[];
  readonly figures: SimulationFigures;
  readonly evidence: Evidence;
}

export interface SimulationFigures {
  readonly nodes: number;
  readonly calls: number;
  readonly events: number;
  readonly deaths: number;
  readonly executions: number;
  readonly attempts: number;
  /** Effects of stale workers that the resource refused. */
  readonly refusedEffects: number;
}

const PATIENCE_MS = 3 * SIMULATED_LEASE_MS + 10_000;
/** How long a run continues without faults before its end. Work that is not done by then is stuck. */
const CALM_MS = 2 * PATIENCE_MS + 5_000;
const CALM_STEP_MS = 2_000;
const LONGEST_PAUSE_MS = 4 * SIMULATED_LEASE_MS;
const LATENCY_MS = 20;
const SKEW_MS = 90_000;

/** The instants at which runs begin: on an ordinary day, and right before the clocks of New York change. */
const BEGINNINGS = ['2030-05-06T12:00:00Z', '2030-03-10T06:59:50Z', '2030-11-03T05:59:50Z'] as const;

/** Simulates several nodes of the real core on a virtual clock with faults, then without, and then checks every promise. */
export async function simulateFaults(options: FaultSimulation): Promise<FaultSimulationResult> {
  const scene = setTheScene(options);
  const { time, cluster, faults, operator, workload, console, certainty } = scene;
  for (const definition of workload.definitions(time.now())) {
    const job = await console.scheduler.schedule(definition);
    if (isCertain(job)) certainty.begin(job, time.now());
  }
  cluster.startAll();
  operator.plan(workload);
  scene.workflows?.plan(cluster);
  await time.runUntil(time.nowMs + workload.lastsMs);
  faults.stop();
  // A paused process may carry out changes of operators when it continues. The queue is resumed after that, so that it stays resumed.
  await time.runUntil(time.nowMs + LONGEST_PAUSE_MS);
  await console.queues.resume('side');
  await calmDown(scene);
  return judge(scene, options.seed);
}

/** Waits until no work is left, or so long that the remaining work is stuck. */
async function calmDown({
  time,
  store,
  workflows,
}: Pick<Scene, 'time' | 'store' | 'workflows'>): Promise<void> {
  const endMs = time.nowMs + CALM_MS;
  while (time.nowMs < endMs && !(await isDone(store))) {
    await workflows?.serve();
    await time.runUntil(time.nowMs + CALM_STEP_MS);
  }
}

async function isDone({ executions, schedules, workflows }: SchedulerStore): Promise<boolean> {
  const { pending, running } = await executions.count({ tenant: null });
  if (pending + running > 0 || (await schedules.nextDueAt()) !== null) return false;
  const runs = (await workflows?.count({ tenant: null })) ?? [];
  return runs.every(({ status }) => hasWorkflowEnded(status));
}

/** A job that pauses itself after a failure is not certain to be active. */
function isCertain({ policies }: ScheduledJob): boolean {
  return policies.onExhausted === 'continue';
}

interface Scene {
  readonly time: VirtualTime;
  readonly nodes: number;
  readonly network: Network;
  readonly faults: RecordedFaults;
  readonly store: SchedulerStore;
  readonly cluster: Cluster;
  readonly witness: Witness;
  readonly resource: FencedResource;
  readonly certainty: Certainty;
  readonly operator: Operator;
  readonly workload: Workload;
  /** Null: the workload has none. */
  readonly workflows: SimulatedWorkflows | null;
  /** A node without faults that runs nothing, for preparing the run and for resuming queues at its end. */
  readonly console: SchedulerNode;
}

function setTheScene({
  seed,
  store: createStore,
  workload = EVERYTHING,
  ...options
}: FaultSimulation): Scene {
  const dice = new Dice(seed);
  const setting = dice.about('setting');
  const beginning = BEGINNINGS[between(setting, 0, BEGINNINGS.length - 1)] ?? BEGINNINGS[0];
  const nodes = between(setting, 2, 4);
  const share = 0.004 + 0.02 * setting.next();
  const skewMs = setting.next() < 0.5 ? SKEW_MS : 0;
  const time = new VirtualTime(Date.parse(beginning));
  const faults = new RecordedFaults(
    options.faults ?? new RandomFaults(dice, { share, leaseMs: SIMULATED_LEASE_MS }),
  );
  const network = new Network({ time, dice, faults, latencyMs: LATENCY_MS });
  const store = createStore({ clock: time });
  const witness = new Witness();
  const resource = new FencedResource();
  const workflows = workload.workflows?.({ time, dice, witness, resource, store }) ?? null;
  const cluster = new Cluster({
    nodes,
    time,
    dice,
    network,
    store,
    skewMs,
    config: workflows === null ? SIMULATED_CONFIG : CONFIG_OF_WORKFLOWS,
    logger: options.logger ?? silentLogger,
    handlers: (process) => workloadHandlers({ process, dice, witness, resource }),
    ...(workflows === null ? {} : { workflows: (process) => workflows.engine(process) }),
    ...(options.wrap === undefined ? {} : { wrap: options.wrap }),
  });
  const certainty = new Certainty();
  const operator = new Operator({ time, dice, cluster, store, certainty });
  const console = consoleOn(store, time);
  return {
    time,
    nodes,
    network,
    faults,
    store,
    cluster,
    witness,
    resource,
    certainty,
    operator,
    workload,
    workflows,
    console,
  };
}

function consoleOn(store: SchedulerStore, time: VirtualTime): SchedulerNode {
  return createSchedulerNode({
    store,
    clock: {
      now: () => time.now(),
      monotonicMs: () => time.nowMs,
      setTimer: () => ({ cancel: () => undefined }),
    },
    ids: new SequentialIds(),
    config: { ...SIMULATED_CONFIG, unknownTypes: 'accept' },
    logger: silentLogger,
  });
}

async function judge(scene: Scene, seed: number): Promise<FaultSimulationResult> {
  const { time, nodes, network, faults, store, cluster, witness, resource, certainty, operator, workflows } =
    scene;
  const { jobs, executions } = await readEverything(store);
  const evidence: Evidence = {
    readAt: time.now(),
    patienceMs: PATIENCE_MS,
    jobs,
    executions,
    expected: certainty.expected(time.now()),
    enqueued: operator.enqueued,
    removedJobs: operator.removedJobs,
    starts: witness.starts,
    checkpoints: witness.checkpoints,
    effects: resource.effects(),
    ...(workflows === null ? {} : { workflows: await readWorkflows(store, workflows.started) }),
  };
  return {
    seed,
    violations: checkPromises(evidence),
    faults: faults.struck,
    evidence,
    figures: {
      nodes,
      calls: network.callCount,
      events: time.eventCount,
      deaths: cluster.deathCount,
      executions: executions.length,
      attempts: witness.starts.length,
      refusedEffects: resource.refusedCount,
    },
  };
}
