import type { EventAction, EventHandler } from './event-handler.js';
import type { Execution } from '../executions/execution.js';
import type { JsonObject } from '../values/json.js';
import type { BusEvent } from './event-bus.js';
import type { Page } from '../values/page.js';
import type { PriorityInput } from '../values/priority.js';
import type { ScheduledJob } from '../jobs/scheduled-job.js';

/** Code of the application that handles an event, on each node that registered it. Its errors are logged and counted. */
export type EventFunction = (event: BusEvent) => Promise<void> | void;

export interface EventHandlerOptions {
  /** Unique for the event and the tenant. Default: the name of the function, or a name that describes the action. */
  readonly name?: string;
  /** Handlers with a lower number are called earlier. Default: `medium` (5). */
  readonly priority?: PriorityInput;
  /** Default: as stored, otherwise true. */
  readonly enabled?: boolean;
  /** Handles only the events of this tenant. Default: the events without a tenant. */
  readonly tenant?: string;
  /** Handles the events of all tenants, and those without one; not together with `tenant`. What an action makes belongs to the tenant of the event. Default: false, and true for the scheduler's own events. */
  readonly allTenants?: boolean;
}

export interface TriggerOptions {
  /** Triggering an event with the same id again does not repeat its effects. Default: a new id. */
  readonly id?: string;
  /** The tenant that the event belongs to. Default: none. */
  readonly tenant?: string;
}

export interface EventHandlerQuery {
  readonly eventName?: string;
  /** From 1 to 1000. Default: 50. */
  readonly limit?: number;
  /** Default: 0. */
  readonly offset?: number;
}

/** An event that was triggered. */
export interface TriggeredEvent extends BusEvent {
  readonly id: string;
}

/** The stored effects of a triggered event. A scheduler of a tenant returns those that belong to the tenant. */
export interface EventReport {
  readonly event: TriggeredEvent;
  /** The jobs that handlers have created. */
  readonly jobs: readonly ScheduledJob[];
  /** The executions of jobs that wait for the event, including skipped ones, and of actions that enqueue work. */
  readonly executions: readonly Execution[];
  /** How many handlers and jobs were left out because an event with the same id had triggered them before. */
  readonly repeated: number;
  /** The handlers and jobs that failed. Failures are also logged and counted. */
  readonly failures: readonly EventFailure[];
}

export interface EventFailure {
  /** The name of the handler or the job. */
  readonly name: string;
  readonly error: string;
}

/** Events of the application and their handlers. Names that begin with `scheduler:` are reserved for the scheduler. */
export interface EventTriggers {
  /**
   * Registers a handler for an event. An action is stored, and carried out by the node that triggers the event. A function cannot be
   * stored: it runs on this node until the process ends, and only its name and counters are stored. A handler with the same name is
   * replaced.
   *
   * @example
   * await scheduler.onEvent('user:signup', { kind: 'create_job', definition: { type: 'send_welcome', delay: '1h' } });
   */
  onEvent(
    eventName: string,
    handler: EventFunction | EventAction,
    options?: EventHandlerOptions,
  ): Promise<EventHandler>;
  /** Deletes a handler by its id. Throws EventHandlerNotFound. */
  offEvent(handlerId: string): Promise<void>;
  /**
   * Triggers an event. The effects of actions, and of jobs with `trigger.event(name)`, are stored before this resolves; then the event is
   * published to the functions on all nodes. A handler that fails does not fail the caller.
   */
  triggerEvent(eventName: string, data?: JsonObject, options?: TriggerOptions): Promise<EventReport>;
  /** The handlers by event, then in the order in which they are called. */
  eventHandlers(query?: EventHandlerQuery): Promise<Page<EventHandler>>;
  /** Throws EventHandlerNotFound. */
  enableEventHandler(handlerId: string): Promise<EventHandler>;
  /** The handler is not triggered until it is enabled again. Throws EventHandlerNotFound. */
  disableEventHandler(handlerId: string): Promise<EventHandler>;
}
