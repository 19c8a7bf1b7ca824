import { QueryInvalid } from '@scheduler/contracts';
import { compileTrigger, type Shared } from '../trigger/compile-trigger.js';
import type { CompiledTrigger } from '../trigger/compiled-trigger.js';
import { millisecondsOf } from '../local-time/instants.js';
import { showLocal } from '../local-time/local-text.js';
import type { PreviewEntry, PreviewRequest, Recurrence } from '../instants/recurrence.js';
import { withinWindow } from '../instants/window-recurrence.js';
import { noteOf, skippedNote } from './daylight-saving-notes.js';
import { excludedBetween, movedNote } from './exclusion-notes.js';

const MOST_RUNS = 1_000;

/** The next runs in a form for people, and the instants between them that daylight saving and exclusions skip. */
export function previewTrigger(request: PreviewRequest, shared: Shared): readonly PreviewEntry[] {
  checkRequest(request);
  const compiled = compileTrigger(request, shared);
  const plain = request.exclusions
    ? compileTrigger({ ...request, exclusions: null }, shared).recurrence
    : null;
  const view = new Preview(compiled, plain && withinWindow(plain, request));
  const recurrence = withinWindow(compiled.recurrence, request);
  const entries: PreviewEntry[] = [];
  let after = request.from;
  for (let runs = 0; runs < request.count; runs += 1) {
    const at = recurrence.next(after);
    entries.push(...view.skippedBetween(laterOf(after, request.startAt), at ?? request.endAt));
    entries.push(...view.excludedBetween(after, at ?? request.endAt));
    if (at === null) break;
    entries.push(view.run(at));
    after = at;
  }
  return entries.sort((one, other) => one.at.getTime() - other.at.getTime());
}

class Preview {
  constructor(
    private readonly compiled: CompiledTrigger,
    /** Null: nothing is excluded. */
    private readonly plain: Recurrence | null,
  ) {}

  run(at: Date): PreviewEntry {
    const second = Math.floor(at.getTime() / 1_000);
    const notes = this.compiled.members.map((member) => noteOf(member, second));
    const all = [notes.find((note) => note !== null) ?? null, this.plain && movedNote(this.compiled, at)];
    const shown = all.filter((note) => note !== null);
    return this.entry('run', at, shown.length === 0 ? null : shown.join('; '));
  }

  /** The fixed times that fall into gaps after one instant, up to another one. None are listed without an end (null). */
  skippedBetween(after: Date, through: Date | null): readonly PreviewEntry[] {
    const { timeline, members } = this.compiled;
    const entries: PreviewEntry[] = [];
    const last = through === null ? -Infinity : through.getTime() / 1_000;
    let span = timeline.spanAt(Math.floor(after.getTime() / 1_000));
    while (span.end <= last) {
      span = timeline.spanAt(span.end);
      for (const member of members) {
        const note = skippedNote(member, span);
        if (note !== null) entries.push(this.entry('skipped', new Date(span.start * 1_000), note));
      }
    }
    return entries;
  }

  excludedBetween(after: Date, before: Date | null): readonly PreviewEntry[] {
    const { compiled, plain } = this;
    if (plain === null || before === null) return [];
    return excludedBetween({ compiled, plain, after, before }).map(({ at, note }) =>
      this.entry('skipped', at, note),
    );
  }

  private entry(kind: PreviewEntry['kind'], at: Date, note: string | null): PreviewEntry {
    const { offset } = this.compiled.timeline.spanAt(Math.floor(at.getTime() / 1_000));
    return { kind, at, local: showLocal(at, offset), note };
  }
}

const laterOf = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one);

function checkRequest({ from, count }: PreviewRequest): void {
  millisecondsOf(from, 'from');
  if (Number.isInteger(count) && count >= 1 && count <= MOST_RUNS) return;
  const accepted = `a whole number from 1 to ${MOST_RUNS}`;
  throw new QueryInvalid({ field: 'count', value: count, problem: 'is out of range', accepted });
}
