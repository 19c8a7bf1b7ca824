import type { BusEvent, EventBus, EventFunction, EventHandler, Logger } from '@scheduler/contracts';
import type { EventHandlerRepository, EventHandlerResult } from '@scheduler/contracts/adapter';
import { InFlight } from '../support/in-flight.js';
import { toExecutionError } from '../policies/failures/execution-error.js';
import type { Redact } from '../support/redaction/redact.js';
import { recordResults } from './record-results.js';

export interface EventFunctionsParts {
  readonly bus: EventBus;
  readonly eventHandlers: EventHandlerRepository;
  readonly logger: Logger;
  /** Takes secrets out of errors before they are stored. Default: those that every node knows. */
  readonly redact?: Redact;
}

interface Subscription {
  /** The functions by the ids of their handlers. */
  readonly functions: Map<string, EventFunction>;
  readonly waiting: BusEvent[];
  isServing: boolean;
  unsubscribe: (() => void) | null;
}

/**
 * The functions of this node that are subscribed to events. Which of them are enabled, and in which order they are called, is read from
 * the store: once for all events that arrived meanwhile.
 */
export class EventFunctions {
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly inFlight = new InFlight();
  private isListening = false;

  constructor(private readonly parts: EventFunctionsParts) {}

  /** The same handler again replaces its function. */
  set({ id, eventName }: EventHandler, run: EventFunction): void {
    const subscription = this.subscriptions.get(eventName) ?? {
      functions: new Map(),
      waiting: [],
      isServing: false,
      unsubscribe: null,
    };
    this.subscriptions.set(eventName, subscription);
    subscription.functions.set(id, run);
    if (this.isListening) this.subscribe(eventName, subscription);
  }

  delete({ id, eventName }: EventHandler): void {
    const subscription = this.subscriptions.get(eventName);
    if (subscription === undefined || !subscription.functions.delete(id) || subscription.functions.size > 0)
      return;
    subscription.unsubscribe?.();
    this.subscriptions.delete(eventName);
  }

  listen(): void {
    this.isListening = true;
    for (const [eventName, subscription] of this.subscriptions) this.subscribe(eventName, subscription);
  }

  stopListening(): void {
    this.isListening = false;
    for (const subscription of this.subscriptions.values()) {
      subscription.unsubscribe?.();
      subscription.unsubscribe = null;
    }
  }

  /** Resolves when every function that was called has returned. */
  idle(): Promise<void> {
    return this.inFlight.idle();
  }

  private subscribe(eventName: string, subscription: Subscription): void {
    subscription.unsubscribe ??= this.parts.bus.subscribe({
      names: [eventName],
      listener: (event) => {
        subscription.waiting.push(event);
        if (!subscription.isServing) void this.serve(subscription);
      },
    });
  }

  private async serve(subscription: Subscription): Promise<void> {
    subscription.isServing = true;
    this.inFlight.begin();
    try {
      while (subscription.waiting.length > 0)
        await this.serveAll(subscription, subscription.waiting.splice(0));
    } finally {
      subscription.isServing = false;
      this.inFlight.end();
    }
  }

  private async serveAll(subscription: Subscription, events: readonly BusEvent[]): Promise<void> {
    const results = new Map<string, EventHandlerResult>();
    const handlersByTenant = new Map<string | null, readonly EventHandler[]>();
    for (const event of events) {
      const handlers = handlersByTenant.get(event.tenant) ?? (await this.handlersOf(event));
      handlersByTenant.set(event.tenant, handlers);
      for (const handler of handlers)
        await this.call(subscription.functions.get(handler.id), { handler, event, results });
    }
    await recordResults(this.parts, [...results.values()]);
  }

  private async handlersOf({ name, tenant }: BusEvent): Promise<readonly EventHandler[]> {
    try {
      return await this.parts.eventHandlers.listening({ eventName: name, tenant });
    } catch (error) {
      this.parts.logger.error('event functions were not called', { event: name, error: String(error) });
      return [];
    }
  }

  private async call(
    run: EventFunction | undefined,
    { handler, event, results }: { handler: EventHandler; event: BusEvent; results: Results },
  ): Promise<void> {
    if (run === undefined) return;
    const before = results.get(handler.id) ?? { succeeded: 0, failed: 0, error: null };
    const { id } = handler;
    try {
      await run(event);
      results.set(id, { ...before, id, at: event.at, succeeded: before.succeeded + 1 });
    } catch (thrown) {
      const error = toExecutionError(thrown, null, this.parts.redact).message;
      results.set(id, { ...before, id, at: event.at, failed: before.failed + 1, error });
      this.parts.logger.error('an event handler failed', { event: event.name, handler: handler.name, error });
    }
  }
}

type Results = Map<string, EventHandlerResult>;
