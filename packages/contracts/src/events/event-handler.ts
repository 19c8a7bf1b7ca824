import type { DurationInput } from '../values/duration.js';
import type { JsonObject } from '../values/json.js';
import type { Priority, PriorityInput } from '../values/priority.js';
import type { EnqueueRequest, ScheduleDefinition } from '../jobs/schedule-definition.js';
import type { Trigger } from '../jobs/trigger.js';

/** `function`: code of the application, on the nodes that registered it. `job_creator`: a stored action, which any node carries out. */
export type EventHandlerType = 'function' | 'job_creator';

/** `'event'`: the data of the event is the payload. An object: it is the payload, with the data of the event in its member `event`. */
export type EventPayload = 'event' | JsonObject;

type FieldsOfEvent = 'id' | 'payload' | 'tenant' | 'startAt' | 'endAt' | 'trigger' | 'runAt';

interface EventOptions {
  /** Default: `'event'`. */
  readonly payload?: EventPayload;
  /** How long after the event the work runs. Default: at once. */
  readonly delay?: DurationInput;
}

/** The job that each event creates. It belongs to the tenant of the handler, otherwise to the tenant of the event. */
export interface EventJob extends Omit<ScheduleDefinition, FieldsOfEvent>, EventOptions {
  /** A trigger without fixed instants: use `delay` instead of `once` and anchors. Default: the job runs once. */
  readonly trigger?: Trigger;
}

/** The work that each event enqueues. */
export interface EventWork extends Omit<EnqueueRequest, FieldsOfEvent>, EventOptions {}

/** How an event starts an agent or a workflow. */
interface EventDispatch {
  /** Default: `'event'`. */
  readonly input?: EventPayload;
  /** Default: `default`. */
  readonly queue?: string;
  /** Default: `medium`. */
  readonly priority?: PriorityInput;
  /** Default: 5 minutes. */
  readonly timeout?: DurationInput;
  /** The most attempts after the first. Default: 3. */
  readonly maxRetries?: number;
}

/** What an event causes: plain JSON, so that it can be stored and carried out by any node. */
export type EventAction =
  | { readonly kind: 'create_job'; readonly definition: EventJob }
  | { readonly kind: 'enqueue'; readonly request: EventWork }
  | ({ readonly kind: 'trigger_workflow'; readonly workflow: string } & EventDispatch)
  | ({ readonly kind: 'dispatch_agent'; readonly agent: string } & EventDispatch);

export type EventActionKind = EventAction['kind'];

/** How often a handler was triggered, and with which results. */
export interface EventHandlerCounters {
  readonly triggerCount: number;
  readonly successCount: number;
  readonly failureCount: number;
  /** Null: it was never triggered. */
  readonly lastTriggeredAt: Date | null;
  /** The message of the latest failure. Null: it has never failed. */
  readonly lastError: string | null;
}

/** A handler of an event. Its name is unique for the event and the tenant. */
export interface EventHandler extends EventHandlerCounters {
  readonly id: string;
  readonly eventName: string;
  readonly name: string;
  readonly handlerType: EventHandlerType;
  /** Null: the handler is a function, which cannot be stored. */
  readonly action: EventAction | null;
  /** Handlers with a lower number are called earlier. */
  readonly priority: Priority;
  readonly enabled: boolean;
  /** The tenant whose events it handles. Null: events without a tenant, and with `allTenants` those of all tenants. */
  readonly tenant: string | null;
  /** Whether a handler without a tenant handles the events of all tenants too. */
  readonly allTenants: boolean;
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
