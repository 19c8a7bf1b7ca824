import { defineHandler, type JobHandler, type SchedulerStore } from '@scheduler/contracts';
import {
  type CircuitRepository,
  type EventHandlerRepository,
  type ExecutionRepository,
  type JobQueue,
  type LeaderElection,
  type QueueRepository,
  type RateLimitRepository,
  type ScheduleRepository,
  settleExecution,
  type StatisticsRepository,
} from '@scheduler/contracts/adapter';
import type { SchedulerConfigInput } from '../config/config-schema.js';
import { FakeEventBus } from './fake-event-bus.js';
import { fakePort } from './fake-port.js';
import { ManualClock } from './manual-clock.js';
import { RecordingLogger } from './recording-logger.js';
import { claimedExecution, sequentialIds } from './samples.js';
import { createSchedulerNode } from '../node/create-scheduler-node.js';

const execution = claimedExecution({ id: 'e1' });
const IDLE = {
  queues: [],
  deadLetters: 0,
  recentDeadLetters: 0,
  activeWorkers: 0,
  abandoned: 0,
  abandonedSince: null,
};
export const LEADER = { node: 'another', epoch: 3, until: new Date(0) };

interface Options {
  readonly config?: SchedulerConfigInput;
  readonly handle?: JobHandler['handle'];
}

/** A node on a store that has one execution to be claimed. */
export function nodeOnFakes({ config = {}, handle = () => undefined }: Options = {}) {
  const clock = new ManualClock();
  const events = new FakeEventBus();
  const lifecycle: string[] = [];
  const settled: string[] = [];
  let waiting = [execution];
  const executions = fakePort<ExecutionRepository>({
    claim: async () => waiting.splice(0),
    nextAvailableAt: async () => null,
    heartbeat: async ({ leases }) =>
      leases.map(({ executionId }) => ({ executionId, held: true, cancelRequest: null })),
    settle: async ({ settlements }) =>
      settlements.map(({ outcome }) => {
        settled.push(outcome.kind);
        return settleExecution(execution, outcome, clock.now());
      }),
    rescue: async () => [],
    prune: async () => 1,
  });
  const schedules = fakePort<ScheduleRepository>({
    now: async () => clock.now(),
    list: async () => ({ items: [], total: 0, totalIsExact: true, limit: 500, offset: 0 }),
    findDue: async () => ({ now: clock.now(), jobs: [] }),
    nextDueAt: async () => null,
    prune: async () => 1,
  });
  const queues = fakePort<QueueRepository>({
    settings: async () => [],
    waitingTypes: async () => [],
    change: async ({ queue }) => ({ queue, paused: true, concurrency: null, globalLimit: null }),
  });
  const store: SchedulerStore = {
    capabilities: { name: 'fake', transactions: false, durable: false },
    schedules,
    executions,
    queue: fakePort<JobQueue>({
      delivery: 'signal',
      dispatch: async () => undefined,
      consume: async () => ({ close: async () => undefined }),
    }),
    queues,
    rateLimits: fakePort<RateLimitRepository>({}),
    circuits: fakePort<CircuitRepository>({}),
    statistics: fakePort<StatisticsRepository>({ workload: async () => IDLE }),
    eventHandlers: fakePort<EventHandlerRepository>({}),
    leadership: fakePort<LeaderElection>({ currentLeader: async () => LEADER }),
    events,
    migrations: null,
    open: async () => void lifecycle.push('open'),
    close: async () => void lifecycle.push('close'),
  };
  const node = createSchedulerNode({
    store,
    handlers: [defineHandler({ type: 'export_report', handle })],
    config,
    clock,
    ids: sequentialIds(),
    logger: new RecordingLogger(),
  });
  const noWork = () => (waiting = []);
  return { clock, events, executions, lifecycle, node, noWork, queues, schedules, settled, store };
}

export const never = () => new Promise<never>(() => undefined);
