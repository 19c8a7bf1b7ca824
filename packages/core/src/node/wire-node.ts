import { DispatchLoop } from '../due-job-dispatcher/dispatch-loop.js';
import { DueJobDispatcher } from '../due-job-dispatcher/due-job-dispatcher.js';
import { ExecutionEvents } from '../events/execution-events.js';
import { JobEvents } from '../events/job-events.js';
import { ExecutionEngine } from '../execution-engine/execution-engine.js';
import { RunningAttempts } from '../execution-engine/running-attempts.js';
import { SettleBuffer } from '../execution-engine/settle-buffer.js';
import { Housekeeping } from '../maintenance/housekeeping.js';
import { Leadership } from '../maintenance/leadership.js';
import { ScheduleManager } from '../schedule-manager/schedule-manager.js';
import { StoreTime } from '../support/store-time.js';
import { QueueWorker } from '../worker/queue-worker.js';
import type { NodeParts } from './node-parts.js';

/** The services of a node, each made once. */
export interface WiredNode {
  readonly id: string;
  readonly storeTime: StoreTime;
  readonly manager: ScheduleManager;
  readonly dispatcher: DueJobDispatcher;
  readonly dispatchLoop: DispatchLoop;
  readonly engine: ExecutionEngine;
  readonly attempts: RunningAttempts;
  readonly worker: QueueWorker;
  readonly housekeeping: Housekeeping;
  readonly leadership: Leadership;
  /** Hears what other nodes ask of this one. */
  listen(): void;
  unlisten(): void;
}

export function wireNode(parts: NodeParts, isClosing: () => boolean): WiredNode {
  const {
    config,
    clock,
    logger,
    events: bus,
    schedules,
    executions,
    queue,
    recurrence,
    ids,
    handlers,
    randomness,
  } = parts;
  const id = nodeId(parts);
  const storeTime = new StoreTime(clock);
  const onBusError = (error: unknown) => logger.warn('an event was not published', { error: String(error) });
  const events = new ExecutionEvents(bus, clock, onBusError);
  const jobEvents = new JobEvents(bus, clock, onBusError);
  const attempts = new RunningAttempts({ executions, clock, logger, lease: config.lease });
  const settlements = new SettleBuffer({ executions, clock, logger, giveUpAfterMs: config.lease.durationMs });
  const engine = new ExecutionEngine({
    node: id,
    config,
    clock,
    randomness,
    logger,
    executions,
    queue,
    events,
    handlers,
    running: attempts,
    settlements,
  });
  const dispatcher = new DueJobDispatcher({ schedules, queue, recurrence, ids, events, logger, storeTime });
  const leadership: Leadership = new Leadership({
    node: id,
    election: parts.leadership,
    config: config.leadership,
    clock,
    logger,
    onElected: () => dispatchLoop.wake(),
  });
  const { pollIntervalMs } = config;
  const mayLead = () => leadership.mayLead();
  const dispatchLoop = new DispatchLoop({
    dispatcher,
    schedules,
    events: bus,
    clock,
    storeTime,
    logger,
    pollIntervalMs,
    mayTick: mayLead,
  });
  const housekeeping = new Housekeeping({
    executions,
    queue,
    events,
    logger,
    config,
    schedules,
    clock,
    storeTime,
    mayKeepHouse: mayLead,
  });
  const leaseMs = config.lease.durationMs;
  const worker = new QueueWorker({
    node: id,
    queues: config.queues,
    leaseMs,
    pollIntervalMs,
    executions,
    queue,
    engine,
    running: attempts,
    clock,
    storeTime,
    logger,
  });
  const stopLocally = (executionId: string, reason: string) => void attempts.cancel(executionId, reason);
  const manager = new ScheduleManager({
    config,
    clock,
    storeTime,
    ids,
    logger,
    schedules,
    executions,
    queue,
    recurrence,
    handlers,
    jobEvents,
    executionEvents: events,
    isClosing,
    stopLocally,
  });
  return {
    id,
    storeTime,
    manager,
    dispatcher,
    dispatchLoop,
    engine,
    attempts,
    worker,
    housekeeping,
    leadership,
    ...listening(parts, attempts),
  };
}

/** Random at each start: two processes with the same label are still two nodes. */
function nodeId({ config, ids }: NodeParts): string {
  const { instanceId } = config.leadership;
  return instanceId === null ? ids.next() : `${instanceId}:${ids.next()}`;
}

function listening({ events }: NodeParts, attempts: RunningAttempts): Pick<WiredNode, 'listen' | 'unlisten'> {
  let unsubscribe: (() => void) | null = null;
  return {
    listen: () => {
      unsubscribe ??= events.subscribe({
        names: ['scheduler:execution.cancel_requested'],
        listener: ({ data }) => void attempts.cancel(String(data.executionId), String(data.reason)),
      });
    },
    unlisten: () => {
      unsubscribe?.();
      unsubscribe = null;
    },
  };
}
