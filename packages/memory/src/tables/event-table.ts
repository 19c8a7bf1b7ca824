import { EventsPruned, type LoggedEvent } from '@scheduler/contracts';
import {
  endOfPrunableSegments,
  type EventLogBounds,
  type EventPage,
  type EventRecord,
  isInScope,
  matchesEventFilter,
  ownCopy,
  type PruneEvents,
  type ReadEvents,
  type TenantScope,
} from '@scheduler/contracts/adapter';

/** As many digits as the greatest safe integer has, so that positions compare as texts. */
const DIGITS = 16;

/** The events in the order in which they happened. Each change is one synchronous step, so that a plain number is a position that skips nothing. */
export class EventTable {
  private events: LoggedEvent[] = [];
  private last = 0;
  private prunedTo: string | null = null;

  append(...records: readonly EventRecord[]): void {
    for (const record of records) {
      this.last += 1;
      this.events.push({ ...ownCopy(record), position: positionOf(this.last) });
    }
  }

  bounds(): EventLogBounds {
    return { prunedTo: this.prunedTo, latest: this.latest() };
  }

  read({ after, limit, ...filter }: ReadEvents): EventPage {
    const { prunedTo } = this;
    if (after !== null && prunedTo !== null && after < prunedTo) throw new EventsPruned(after, prunedTo);
    const found: LoggedEvent[] = [];
    for (let index = this.indexAfter(after); index < this.events.length; index += 1) {
      const event = this.events[index];
      if (event === undefined || !matchesEventFilter(event, filter)) continue;
      if (found.length === limit)
        return { events: found, next: found.at(-1)?.position ?? after, atEnd: false };
      found.push(ownCopy(event));
    }
    return { events: found, next: this.latest() ?? after, atEnd: true };
  }

  find(position: string, tenant: TenantScope): LoggedEvent | null {
    const event = this.events[this.indexAfter(position) - 1];
    const isMeant = event?.position === position && isInScope(event, tenant);
    return isMeant ? ownCopy(event) : null;
  }

  prune({ before, limit }: PruneEvents): number {
    const end = endOfPrunableSegments(before);
    let count = 0;
    while (count < limit && isBefore(this.events[count], end)) count += 1;
    if (count === 0) return 0;
    this.prunedTo = this.events[count - 1]?.position ?? this.prunedTo;
    this.events = this.events.slice(count);
    return count;
  }

  deleteOfTenant(tenant: string, limit: number): number {
    let deleted = 0;
    this.events = this.events.filter((event) => {
      if (event.tenant !== tenant || deleted >= limit) return true;
      deleted += 1;
      return false;
    });
    return deleted;
  }

  /** What was deleted was there: a position does not go back. */
  private latest(): string | null {
    return this.last === 0 ? null : positionOf(this.last);
  }

  /** The index of the first event behind a position, by bisection. */
  private indexAfter(after: string | null): number {
    if (after === null) return 0;
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.events[middle]?.position ?? '') <= after) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function positionOf(sequence: number): string {
  return String(sequence).padStart(DIGITS, '0');
}

function isBefore(event: LoggedEvent | undefined, end: Date): boolean {
  return event !== undefined && event.at < end;
}
