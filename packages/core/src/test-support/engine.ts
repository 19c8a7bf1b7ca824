import {
  defineHandler,
  type Execution,
  type HandlerDefinition,
  type JobHandler,
  type JobObserver,
} from '@scheduler/contracts';
import {
  type ExecutionRepository,
  type JobQueue,
  settleExecution,
  type Settlement,
} from '@scheduler/contracts/adapter';
import type { SchedulerConfigInput } from '../config/config-schema.js';
import { loadConfig } from '../config/load-config.js';
import { ExecutionEngine, type ExecutionEngineParts } from '../execute/execution-engine.js';
import { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import { SettleBuffer } from '../execute/settle/settle-buffer.js';
import { HandlerRegistry } from '../execute/handlers/handler-registry.js';
import { createChain } from '../execute/middleware/create-chain.js';
import { JobMetrics } from '../execute/middleware/job-metrics.js';
import type { MiddlewareInput } from '../execute/middleware/middleware-services.js';
import { Observers } from '../signals/observers/observers.js';
import { executionEventsOn, FakeEventBus } from './fake-event-bus.js';
import { fakePort } from './fake-port.js';
import { ManualClock } from './manual-clock.js';
import { RecordingLogger } from './recording-logger.js';

export interface EngineOptions {
  readonly handler?: Omit<HandlerDefinition<unknown>, 'type'>;
  readonly executions?: Partial<ExecutionRepository>;
  readonly queue?: Partial<JobQueue>;
  readonly config?: SchedulerConfigInput;
  readonly middleware?: readonly MiddlewareInput[];
  readonly observers?: readonly JobObserver[];
  readonly circuits?: Partial<ExecutionEngineParts['circuits']>;
}

/** An engine on fake ports whose one handler serves the type `export_report`. It settles the executions that it was given. */
export function engineOn({
  handler,
  executions = {},
  queue = {},
  config = {},
  middleware = [],
  observers = [],
  circuits = {},
}: EngineOptions = {}) {
  const clock = new ManualClock();
  const bus = new FakeEventBus();
  const settled: Settlement[] = [];
  const store = fakePort<ExecutionRepository>({
    settle: async ({ settlements }) => {
      settled.push(...settlements);
      return settlements.map(({ execution, outcome }) => settleExecution(execution, outcome, clock.now()));
    },
    appendLogs: async () => true,
    saveProgress: async () => true,
    heartbeat: async ({ leases }) =>
      leases.map(({ executionId }) => ({ executionId, held: true, cancelRequest: null })),
    ...executions,
  });
  const logger = new RecordingLogger();
  const metrics = new JobMetrics();
  const read = loadConfig({ config });
  const handlers: JobHandler[] =
    handler === undefined ? [] : [defineHandler({ ...handler, type: 'export_report' })];
  const leases = new LeaseKeeper({ executions: store, clock, logger, lease: read.lease });
  const parts = {
    node: 'node-1',
    config: read,
    clock,
    randomness: { next: () => 0 },
    logger,
    executions: store,
    queue: fakePort<JobQueue>({
      delivery: 'signal',
      dispatch: async () => undefined,
      signal: async () => undefined,
      ...queue,
    }),
    events: executionEventsOn(bus, clock, { observers: Observers.of(observers, logger) }),
    handlers: new HandlerRegistry(handlers),
    publishOutput: async () => undefined,
    onFreed: () => undefined,
    leases,
    circuits: { attemptEnded: () => null, attemptNotStarted: () => null, ...circuits },
    middleware: createChain(middleware, { clock, logger, metrics, leases }),
    settlements: new SettleBuffer({ executions: store, clock, logger, giveUpAfterMs: read.lease.durationMs }),
  };
  const engine = new ExecutionEngine(parts);
  const execute = (execution: Execution) => engine.execute(execution);
  return { ...parts, metrics, bus, engine, execute, settled };
}
