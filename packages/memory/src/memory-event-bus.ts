import { type EventSubscriptionsOptions, InProcessEventBus } from '@scheduler/contracts/adapter';

export type MemoryEventBusOptions = EventSubscriptionsOptions;

/** Events within this process. */
export class MemoryEventBus extends InProcessEventBus {}
