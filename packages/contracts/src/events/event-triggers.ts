import type { EventAction, EventHandler } from './event-handler.js';
import type { Execution } from '../executions/execution.js';
import type { JsonObject } from '../values/json.js';
import type { BusEvent } from './event-bus.js';
import type { Page } from '../values/page.js';
import type { PriorityInput } from '../values/priority.js';
import type { ScheduledJob } from '../jobs/scheduled-job.js';

/** Code of the application that hears an event, on each node where it was given. What it throws is logged and counted. */
export type EventFunction = (event: BusEvent) => Promise<void> | void;

export interface EventHandlerOptions {
  /** Unique for the event and the tenant. Default: the name of the function, or what the action does. */
  readonly name?: string;
  /** Lower is earlier. Default `medium` (5). */
  readonly priority?: PriorityInput;
  /** Default: as it is stored, or true. */
  readonly enabled?: boolean;
  /** Hears only the events of this tenant. Default: of every tenant. */
  readonly tenant?: string;
}

export interface TriggerOptions {
  /** Whatever was made for an event with this id is not made again. Default: a new one. */
  readonly id?: string;
  /** Whom it is about. Default: nobody in particular. */
  readonly tenant?: string;
}

export interface EventHandlerQuery {
  readonly eventName?: string;
  /** 1 to 1000. Default 50. */
  readonly limit?: number;
  /** Default 0. */
  readonly offset?: number;
}

/** An event that was triggered. */
export interface TriggeredEvent extends BusEvent {
  readonly id: string;
}

/** What a triggered event made, all of it stored. */
export interface EventReport {
  readonly event: TriggeredEvent;
  /** Of handlers that create jobs. */
  readonly jobs: readonly ScheduledJob[];
  /** Of jobs that wait for the event, those that were skipped among them, and of actions that enqueue work. */
  readonly executions: readonly Execution[];
  /** How many handlers and jobs had been served before, by an event with the same id. */
  readonly repeated: number;
  /** What could not be done; it is logged and counted too. */
  readonly failures: readonly EventFailure[];
}

export interface EventFailure {
  /** The name of the handler or the job. */
  readonly name: string;
  readonly error: string;
}

/** Events of the application, and what is done about them. Names that begin with `scheduler:` belong to the scheduler itself. */
export interface EventTriggers {
  /**
   * Hears an event. An action is stored, and carried out by whatever node triggers the event. A function cannot be stored: it runs on
   * this node alone, until the process ends, and only its name and what was counted are kept. The same name again replaces it.
   *
   * @example
   * await scheduler.onEvent('user:signup', { kind: 'create_job', definition: { type: 'send_welcome', delay: '1h' } });
   */
  onEvent(
    eventName: string,
    handler: EventFunction | EventAction,
    options?: EventHandlerOptions,
  ): Promise<EventHandler>;
  /** Forgets a handler, by its id. Throws EventHandlerNotFound. */
  offEvent(handlerId: string): Promise<void>;
  /**
   * Tells that something happened. What actions and jobs with `trigger.event(name)` make of it is stored before this resolves; then
   * functions on all nodes are told over the bus. A handler that fails does not fail the caller.
   */
  triggerEvent(eventName: string, data?: JsonObject, options?: TriggerOptions): Promise<EventReport>;
  /** By event, then in the order in which they are called. */
  eventHandlers(query?: EventHandlerQuery): Promise<Page<EventHandler>>;
  /** Throws EventHandlerNotFound. */
  enableEventHandler(handlerId: string): Promise<EventHandler>;
  /** It hears nothing until it is enabled again. Throws EventHandlerNotFound. */
  disableEventHandler(handlerId: string): Promise<EventHandler>;
}
