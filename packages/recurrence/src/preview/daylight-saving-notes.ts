import type { DstPolicy } from '@scheduler/contracts';
import type { LocalTimes } from '../local-time/local-times.js';
import { showDate, showTime } from '../local-time/local-text.js';
import type { OffsetSpan } from '../zone/zone-timeline.js';
import { type ZonedRecurrence, runsAfterGap } from '../instants/zoned-recurrence.js';
import { join } from '../describe/words.js';

/** A note on how daylight saving affects the run at a second. Null: it does not. */
export function noteOf(recurrence: ZonedRecurrence, second: number): string | null {
  const { timeline, changes } = recurrence;
  if (changes === null) return null;
  const span = timeline.spanAt(second);
  const times = recurrence.timesAt(span.offset);
  const missing = second === span.start ? missingTimes(times, span) : [];
  if (missing.length > 0 && runsAfterGap(span, changes)) {
    return `${doNotExist(missing, span)}: runs ${missing.length > 1 ? 'once, ' : ''}at the first instant after it`;
  }
  const local = second + span.offset;
  const pass = passOf(local, span);
  return pass === null || times.atOrAfter(local) !== local ? null : repeatNote(local, pass, changes);
}

/** A note on the fixed times in the gap before a span that do not run. Null: there are none, or they run after the gap. */
export function skippedNote(recurrence: ZonedRecurrence, span: OffsetSpan): string | null {
  const { changes } = recurrence;
  if (changes === null || span.before >= span.offset || runsAfterGap(span, changes)) return null;
  const missing = missingTimes(recurrence.timesAt(span.offset), span);
  return missing.length === 0 ? null : `${doNotExist(missing, span)}: skipped`;
}

const MOST_NAMED = 3;

/** The first few fixed times inside the gap before a span. */
function missingTimes(times: LocalTimes, { start, before, offset }: OffsetSpan): readonly number[] {
  const missing: number[] = [];
  let local = times.atOrAfter(start + before);
  while (local < start + offset && missing.length <= MOST_NAMED) {
    missing.push(local);
    local = times.atOrAfter(local + 1);
  }
  return missing;
}

/** `02:00 and 02:30 do not exist on 2027-03-14 (gap 02:00–03:00)` */
function doNotExist(missing: readonly number[], { start, before, offset }: OffsetSpan): string {
  const named = missing.slice(0, MOST_NAMED).map(showTime);
  const shown = missing.length > MOST_NAMED ? [...named, 'others'] : named;
  const date = showDate(missing[0] ?? 0);
  const [from, to] = [start + before, start + offset];
  const end = showDate(from) === showDate(to) ? showTime(to) : `${showDate(to)} ${showTime(to)}`;
  return `${join(shown)} ${shown.length > 1 ? 'do' : 'does'} not exist on ${date} (gap ${showTime(from)}–${end})`;
}

/** Which of the two passes of a repeated hour a local time belongs to. Null: it is not repeated. */
function passOf(local: number, { start, end, before, offset, after }: OffsetSpan): 'first' | 'second' | null {
  if (after < offset && local >= end + after) return 'first';
  return before > offset && local < start + before ? 'second' : null;
}

function repeatNote(local: number, pass: 'first' | 'second', { repeat }: DstPolicy): string {
  const runs = repeat === 'both' ? `runs both times, this is the ${pass}` : `runs once, at the ${pass}`;
  return `${showTime(local)} happens twice on ${showDate(local)}: ${runs}`;
}
