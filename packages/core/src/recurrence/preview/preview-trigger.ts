import { QueryInvalid } from '@scheduler/contracts';
import { compileTrigger, type Shared } from './compile-trigger.js';
import { millisecondsOf } from './instants.js';
import { showLocal } from './local-text.js';
import type { PreviewEntry, PreviewRequest } from './recurrence.js';
import { withinWindow } from './window-recurrence.js';

const MOST_ENTRIES = 1_000;

/** The next instants as a person wants to see them. */
export function previewTrigger(request: PreviewRequest, shared: Shared): readonly PreviewEntry[] {
  const { trigger, anchor, from, count } = request;
  millisecondsOf(from, 'from');
  if (!Number.isInteger(count) || count < 1 || count > MOST_ENTRIES) {
    throw new QueryInvalid({
      field: 'count',
      value: count,
      problem: 'is out of range',
      accepted: `1 to ${MOST_ENTRIES}`,
    });
  }
  const recurrence = withinWindow(compileTrigger(trigger, anchor, shared), request);
  const { timeline } = shared.zones.get('zone' in trigger ? trigger.zone : 'UTC');
  const entries: PreviewEntry[] = [];
  for (let at = recurrence.next(from); at !== null && entries.length < count; at = recurrence.next(at)) {
    const second = Math.floor(at.getTime() / 1_000);
    entries.push({ kind: 'run', at, local: showLocal(second, timeline.spanAt(second).offset), note: null });
  }
  return entries;
}
