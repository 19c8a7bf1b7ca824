import type { BusEvent } from '@scheduler/contracts';
import type { ConsoleIo } from '../output/console-io.js';
import { eventText } from '../views/event-view.js';

/** One line for an event, as a daemon prints them. */
export function printEvent(io: ConsoleIo, event: BusEvent): void {
  if (io.json) io.jsonLine({ event: event.name, at: event.at, tenant: event.tenant, ...event.data });
  else io.info(...eventText(event));
}
