import { instantOf, secondAfter } from '../local-time/instants.js';
import type { Recurrence } from './recurrence.js';
import type { ZonedRecurrence } from './zoned-recurrence.js';

/** The instants of several patterns. An instant that several of them have counts once. */
export class UnionRecurrence implements Recurrence {
  constructor(readonly members: readonly ZonedRecurrence[]) {}

  next(after: Date): Date | null {
    const second = secondAfter(after);
    let earliest = Infinity;
    for (const member of this.members) earliest = Math.min(earliest, member.atOrAfter(second));
    return instantOf(earliest);
  }
}
