import { StoreTime } from '@scheduler/contracts/adapter';
import { ExecutionEvents } from '../signals/events/execution-events.js';
import { JobEvents } from '../signals/events/job-events.js';
import { QueueEvents } from '../signals/events/queue-events.js';
import { WorkflowEvents } from '../signals/events/workflow-events.js';
import { NodeTracing, NO_TRACING } from '../signals/tracing/node-tracing.js';
import { Observers } from '../signals/observers/observers.js';
import { RateLimitBuckets } from '../policies/rate-limits/rate-limit-buckets.js';
import type { NodeParts } from './node-parts.js';
import type { PresentParts } from './present-ports.js';
import { type WiredCircuits, wireCircuits } from './wire-circuits.js';

/** What the parts of a node share. */
export interface Services {
  readonly id: string;
  readonly storeTime: StoreTime;
  readonly events: ExecutionEvents;
  readonly jobEvents: JobEvents;
  readonly queueEvents: QueueEvents;
  readonly workflowEvents: WorkflowEvents;
  readonly buckets: RateLimitBuckets;
  readonly circuits: WiredCircuits;
  readonly tracing: NodeTracing;
}

export function wireServices(parts: PresentParts): Services {
  const { clock, logger, events: bus } = parts;
  const onBusError = (error: unknown) => logger.warn('an event was not published', { error: String(error) });
  const id = nodeId(parts);
  const storeTime = new StoreTime(clock);
  const observers = Observers.of(parts.observers ?? [], logger);
  return {
    id,
    storeTime,
    events: new ExecutionEvents({ node: id, bus, clock, onError: onBusError, observers }),
    jobEvents: new JobEvents(bus, clock, onBusError),
    queueEvents: new QueueEvents(bus, clock, onBusError),
    workflowEvents: new WorkflowEvents({ bus, clock, onError: onBusError }),
    buckets: new RateLimitBuckets(parts.config.rateLimits),
    circuits: wireCircuits(parts, storeTime, onBusError),
    tracing: tracingOf(parts),
  };
}

function tracingOf({ tracing, logger }: NodeParts): NodeTracing {
  if (tracing === undefined) return NO_TRACING;
  return new NodeTracing(tracing, (error) => logger.warn('the tracer failed', { error: String(error) }));
}

/** Random at each start: two processes with the same label are still two nodes. */
function nodeId({ config, ids }: NodeParts): string {
  const { instanceId } = config.leadership;
  return instanceId === null ? ids.next() : `${instanceId}:${ids.next()}`;
}
