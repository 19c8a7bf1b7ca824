import type { EventHandler, EventTriggers } from '@scheduler/contracts';
import { EventHandlerChange } from './event-command.js';

export class EventEnable extends EventHandlerChange {
  readonly name = 'event:enable';
  readonly description = 'Enable an event handler again';
  protected readonly done = 'enabled';

  protected change(events: EventTriggers, handlerId: string): Promise<EventHandler> {
    return events.enableEventHandler(handlerId);
  }
}
