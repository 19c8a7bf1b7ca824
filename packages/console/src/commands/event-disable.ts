import type { EventHandler, EventTriggers } from '@scheduler/contracts';
import { EventHandlerChange } from './event-command.js';

export class EventDisable extends EventHandlerChange {
  readonly name = 'event:disable';
  readonly description = 'Let an event handler hear nothing, on all nodes, until it is enabled';
  protected readonly done = 'disabled';

  protected change(events: EventTriggers, handlerId: string): Promise<EventHandler> {
    return events.disableEventHandler(handlerId);
  }
}
