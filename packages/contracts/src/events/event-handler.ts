import type { DurationInput } from '../values/duration.js';
import type { JsonObject } from '../values/json.js';
import type { Priority, PriorityInput } from '../values/priority.js';
import type { EnqueueRequest, ScheduleDefinition } from '../jobs/schedule-definition.js';
import type { Trigger } from '../jobs/trigger.js';

/** `function`: code of an application, on the nodes that have it. `job_creator`: an action, carried out in the store. */
export type EventHandlerType = 'function' | 'job_creator';

/** `'event'`: the data of the event. An object: that object, with the data of the event as its member `event`. */
export type EventPayload = 'event' | JsonObject;

type GivenByTheEvent = 'id' | 'payload' | 'tenant' | 'startAt' | 'endAt' | 'trigger' | 'runAt';

interface TakenFromTheEvent {
  /** Default `'event'`. */
  readonly payload?: EventPayload;
  /** So long after the event. Default: at once. */
  readonly delay?: DurationInput;
}

/** A job as each event makes one. It belongs to the tenant of the handler, or else to that of the event. */
export interface EventJob extends Omit<ScheduleDefinition, GivenByTheEvent>, TakenFromTheEvent {
  /** Without fixed instants: `once` and anchors are what `delay` is for. Default: once. */
  readonly trigger?: Trigger;
}

/** Work as each event enqueues it. */
export interface EventWork extends Omit<EnqueueRequest, GivenByTheEvent>, TakenFromTheEvent {}

/** How an agent or a workflow is started by an event. */
interface EventDispatch {
  /** Default `'event'`. */
  readonly input?: EventPayload;
  /** Default `default`. */
  readonly queue?: string;
  /** Default `medium`. */
  readonly priority?: PriorityInput;
  /** Default 5 minutes. */
  readonly timeout?: DurationInput;
  /** Attempts after the first. Default 3. */
  readonly maxRetries?: number;
}

/** What is done about an event: plain JSON, so that it can be stored and carried out by any node. */
export type EventAction =
  | { readonly kind: 'create_job'; readonly definition: EventJob }
  | { readonly kind: 'enqueue'; readonly request: EventWork }
  | ({ readonly kind: 'trigger_workflow'; readonly workflow: string } & EventDispatch)
  | ({ readonly kind: 'dispatch_agent'; readonly agent: string } & EventDispatch);

export type EventActionKind = EventAction['kind'];

/** What was done about the events that a handler heard. */
export interface EventHandlerCounters {
  readonly triggerCount: number;
  readonly successCount: number;
  readonly failureCount: number;
  /** Null: never. */
  readonly lastTriggeredAt: Date | null;
  /** Of the latest failure. Null: it has never failed. */
  readonly lastError: string | null;
}

/** Who hears an event. Its name is unique for the event and the tenant. */
export interface EventHandler extends EventHandlerCounters {
  readonly id: string;
  readonly eventName: string;
  readonly name: string;
  readonly handlerType: EventHandlerType;
  /** Null: a function, which cannot be stored. */
  readonly action: EventAction | null;
  /** Lower is earlier. */
  readonly priority: Priority;
  readonly enabled: boolean;
  /** Null: it hears the events of every tenant. Else only those of its own. */
  readonly tenant: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const NO_EVENTS_YET: EventHandlerCounters = Object.freeze({
  triggerCount: 0,
  successCount: 0,
  failureCount: 0,
  lastTriggeredAt: null,
  lastError: null,
});
