import { type JobHandler, type SchedulerStore, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerConfigInput, type SchedulerNode } from '@scheduler/core';
import { instantOf } from '../clock/instant-of.js';
import { SequentialIds } from '../helpers/sequential-ids.js';
import { NO_FAULTS, RandomFaults } from './faults/fault-source.js';
import { Network } from './faults/network.js';
import { planOutages, StoreOutages } from './outage.js';
import { simulatedWork } from './simulated-work.js';
import { checkSimulation } from './simulate-input.js';
import type { SimulatedAction, SimulateOptions } from './simulate-options.js';
import type { SimulateScene } from './simulate-scene.js';
import { RunLog } from './run-log.js';
import { type SimulationReport, simulationReport } from './simulation-report.js';
import { Certainty } from './workload/certainty.js';
import { Cluster } from './cluster/cluster.js';
import { Dice } from './world/dice.js';
import type { SimulatedProcess } from './world/simulated-process.js';
import { VirtualTime } from './world/virtual-time.js';

const COARSE = {
  pollInterval: '5m',
  lease: { duration: '5m', heartbeat: '100s', selfAbort: '200s', rescueInterval: '5m', rescueGrace: 0 },
  unknownTypes: 'accept',
} as const;

/** A report covers the whole run, so nothing is pruned meanwhile. */
const FOR_EVER = '36500d';
const KEEP_ALL = {
  retention: { success: FOR_EVER, failed: FOR_EVER },
  deadLetters: { retention: FOR_EVER, maxEntries: 1_000_000_000 },
} as const;

const WORKERS = 10;
const LATENCY_MS = 5;

/**
 * Runs schedules through a span of time on a virtual clock, on several nodes, with outages and faults if wanted, and reports what ran.
 *
 * @example
 * const report = await simulate({
 *   from: '2027-03-01T00:00:00Z',
 *   to: '2027-04-01T00:00:00Z',
 *   store: createMemoryStore,
 *   schedules: [{ type: 'invoice', name: 'invoices', trigger: trigger.cron('0 9 * * MON-FRI') }],
 *   outages: [{ from: '2027-03-10T08:00:00Z', to: '2027-03-10T12:00:00Z' }],
 * });
 * assert.equal(report.of('invoices').runs.length, 23);
 */
export async function simulate(options: SimulateOptions): Promise<SimulationReport> {
  checkSimulation(options);
  const scene = setTheScene(options);
  const { time, cluster, console, certainty } = scene;
  for (const definition of options.schedules)
    certainty.begin(await console.scheduler.schedule(definition), time.now());
  planOutages(options.outages ?? [], cluster, time);
  for (const action of options.actions ?? []) planAction(action, scene);
  cluster.startAll();
  await time.runUntil(instantOf(options.to));
  if (scene.failures.length > 0) throw scene.failures[0];
  return simulationReport(scene);
}

function setTheScene(options: SimulateOptions): SimulateScene {
  const { nodes = 1, outages = [], faults = 0, seed = 1, logger = silentLogger } = options;
  const dice = new Dice(seed);
  const time = new VirtualTime(instantOf(options.from));
  const store = options.store({ clock: time });
  const config = configOf(options);
  const console = consoleOn(store, time, config);
  const leaseMs = console.config.lease.durationMs;
  const random = faults === 0 ? NO_FAULTS : new RandomFaults(dice, { share: faults, leaseMs });
  const network = new Network({
    time,
    dice,
    faults: new StoreOutages(outages, time, random),
    latencyMs: faults === 0 ? 0 : LATENCY_MS,
  });
  const log = new RunLog(time);
  const handlers = (process: SimulatedProcess) =>
    handlersOf(options, process, dice).map((handler) => log.listening(handler, process.name));
  const cluster = new Cluster({ nodes, time, dice, network, store, skewMs: 0, config, logger, handlers });
  return { time, store, cluster, certainty: new Certainty(), log, console, leaseMs, failures: [] };
}

function handlersOf(
  { handlers, work = {} }: SimulateOptions,
  process: SimulatedProcess,
  dice: Dice,
): readonly JobHandler[] {
  const { name, clock } = process;
  if (handlers !== undefined) return handlers({ process: name, clock });
  return [simulatedWork(work, { process, randomness: dice.about(`work ${name}`) })];
}

function configOf({ schedules, config = {} }: SimulateOptions): SchedulerConfigInput {
  const queues = Object.fromEntries(
    ['default', ...schedules.map(({ queue }) => queue ?? 'default')].map((queue) => [queue, WORKERS]),
  );
  return { queues, ...COARSE, ...KEEP_ALL, ...config };
}

function consoleOn(store: SchedulerStore, time: VirtualTime, config: SchedulerConfigInput): SchedulerNode {
  return createSchedulerNode({
    store,
    config: { ...config, unknownTypes: 'accept' },
    clock: {
      now: () => time.now(),
      monotonicMs: () => time.nowMs,
      setTimer: ({ delayMs, callback }) => ({ cancel: time.after(delayMs, callback) }),
    },
    ids: new SequentialIds(),
    logger: silentLogger,
  });
}

/** An action may change any job: no job is certainly active during it, and all are as stored after it. */
function planAction({ at, do: act }: SimulatedAction, scene: SimulateScene): void {
  const { time, console, certainty, store, failures } = scene;
  time.after(instantOf(at) - time.nowMs, () => {
    certainty.endAll(time.now());
    act(console.scheduler, console)
      .then(async () => {
        const { items } = await store.schedules.list({
          tenant: null,
          limit: 1_000,
          offset: 0,
          sortBy: 'createdAt',
          sortOrder: 'asc',
        });
        for (const job of items) certainty.begin(job, time.now());
      })
      .catch((error: unknown) => failures.push(error));
  });
}
