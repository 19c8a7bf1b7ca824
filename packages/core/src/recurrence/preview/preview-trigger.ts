import { QueryInvalid, type Trigger } from '@scheduler/contracts';
import { compileTrigger, type Shared } from '../compile-trigger.js';
import { millisecondsOf } from '../instants.js';
import { showLocal } from '../local-text.js';
import type { PreviewEntry, PreviewRequest, Recurrence } from '../recurrence.js';
import { UnionRecurrence } from '../union-recurrence.js';
import { withinWindow } from '../window-recurrence.js';
import { UTC_TIMELINE, type ZoneTimeline } from '../zone/zone-timeline.js';
import { ZonedRecurrence } from '../zoned-recurrence.js';
import { noteOf, skippedNote } from './daylight-saving-notes.js';

const MOST_RUNS = 1_000;

/** The next runs as a person wants to see them, and what daylight saving takes away between them. */
export function previewTrigger(request: PreviewRequest, shared: Shared): readonly PreviewEntry[] {
  checkRequest(request);
  const compiled = compileTrigger(request.trigger, request.anchor, shared);
  const view = new Preview(membersOf(compiled), timelineOf(request.trigger, shared));
  const recurrence = withinWindow(compiled, request);
  const entries: PreviewEntry[] = [];
  let after = request.from;
  for (let runs = 0; runs < request.count; runs += 1) {
    const at = recurrence.next(after);
    entries.push(...view.skippedBetween(laterOf(after, request.startAt), at ?? request.endAt));
    if (at === null) break;
    entries.push(view.run(at));
    after = at;
  }
  return entries;
}

class Preview {
  constructor(
    private readonly members: readonly ZonedRecurrence[],
    private readonly timeline: ZoneTimeline,
  ) {}

  run(at: Date): PreviewEntry {
    const second = Math.floor(at.getTime() / 1_000);
    const notes = this.members.map((member) => noteOf(member, second));
    return this.entry('run', at, notes.find((note) => note !== null) ?? null);
  }

  /** Gaps later than one instant, up to another one. Null: nobody knows how far, so none are listed. */
  skippedBetween(after: Date, through: Date | null): readonly PreviewEntry[] {
    const entries: PreviewEntry[] = [];
    const last = through === null ? -Infinity : through.getTime() / 1_000;
    let span = this.timeline.spanAt(Math.floor(after.getTime() / 1_000));
    while (span.end <= last) {
      span = this.timeline.spanAt(span.end);
      for (const member of this.members) {
        const note = skippedNote(member, span);
        if (note !== null) entries.push(this.entry('skipped', new Date(span.start * 1_000), note));
      }
    }
    return entries;
  }

  private entry(kind: PreviewEntry['kind'], at: Date, note: string | null): PreviewEntry {
    const { offset } = this.timeline.spanAt(Math.floor(at.getTime() / 1_000));
    return { kind, at, local: showLocal(at, offset), note };
  }
}

function membersOf(recurrence: Recurrence): readonly ZonedRecurrence[] {
  if (recurrence instanceof ZonedRecurrence) return [recurrence];
  return recurrence instanceof UnionRecurrence ? recurrence.members : [];
}

function timelineOf(trigger: Trigger, { zones }: Shared): ZoneTimeline {
  return 'zone' in trigger ? zones.get(trigger.zone).timeline : UTC_TIMELINE;
}

const laterOf = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one);

function checkRequest({ from, count }: PreviewRequest): void {
  millisecondsOf(from, 'from');
  if (Number.isInteger(count) && count >= 1 && count <= MOST_RUNS) return;
  const accepted = `a whole number from 1 to ${MOST_RUNS}`;
  throw new QueryInvalid({ field: 'count', value: count, problem: 'is out of range', accepted });
}
