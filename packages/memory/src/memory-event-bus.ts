import { type EventSubscriptionsOptions, InProcessEventBus } from '@scheduler/contracts/adapter';

export type MemoryEventBusOptions = EventSubscriptionsOptions;

/** An event bus within this process. */
export class MemoryEventBus extends InProcessEventBus {}
