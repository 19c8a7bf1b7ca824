import type { EventHandler, EventTriggers } from '@scheduler/contracts';
import { EventHandlerChange } from './event-command.js';

export class EventDisable extends EventHandlerChange {
  readonly name = 'event:disable';
  readonly description = 'Disable an event handler on all nodes until it is enabled';
  protected readonly done = 'disabled';

  protected change(events: EventTriggers, handlerId: string): Promise<EventHandler> {
    return events.disableEventHandler(handlerId);
  }
}
