import { EventHistory } from '../event-log/event-history.js';
import type { NodeLife } from './wire-reports.js';
import type { PresentParts } from './present-ports.js';

/** What reads the event log. Every call of it is refused where the store has none, or where it is off. */
export function eventHistoryOf(
  parts: PresentParts,
  { admit, changes }: Pick<NodeLife, 'admit' | 'changes'>,
): EventHistory {
  const { events, config } = parts;
  return new EventHistory({
    ...parts,
    admit,
    changes,
    pollIntervalMs: config.pollIntervalMs,
    // What is published on the bus was changed before, whatever it is.
    onRemoteChange: (listener) => events.subscribe({ names: [], listener }),
  });
}
