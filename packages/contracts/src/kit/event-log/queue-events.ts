import type { EventContext, EventRecord } from '../../event-log/logged-event.js';
import type { QueueLogEvent } from '../../event-log/event-names.js';
import type { QueueSettings } from '../../ports/queue-repository.js';

/** For a change of the settings of a queue. Before null: it had none. None: nothing has changed. */
export function queueChanged(
  before: QueueSettings | null,
  after: QueueSettings,
  { at, cause }: EventContext,
): readonly EventRecord[] {
  const { queue, paused, concurrency, globalLimit } = after;
  const name = nameOf(before, after);
  if (name === null) return [];
  const data = { paused, concurrency, globalLimit };
  const of = { tenant: null, entity: 'queue', entityId: queue, jobId: null } as const;
  return [{ name, version: 1, at, ...of, cause, data }];
}

function nameOf(before: QueueSettings | null, after: QueueSettings): QueueLogEvent | null {
  if ((before?.paused ?? false) !== after.paused) return after.paused ? 'QueuePaused' : 'QueueResumed';
  const isSame =
    before !== null && before.concurrency === after.concurrency && before.globalLimit === after.globalLimit;
  return isSame ? null : 'QueueScaled';
}
