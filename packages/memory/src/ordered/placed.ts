/** Something that stands in at most one ordered place at a time and knows where, so that it can be taken out at once. */
export interface Placed {
  readonly id: string;
  /** Milliseconds that the place orders by. Changed only while it stands nowhere. */
  sortMs: number;
  place: Place | null;
  /** Belongs to the place. */
  position: number;
}

export interface Place {
  remove(item: Placed): void;
}

export function isBefore(a: Placed, b: Placed): boolean {
  return a.sortMs < b.sortMs || (a.sortMs === b.sortMs && a.id < b.id);
}

/** Harmless for something that stands nowhere. */
export function takeOut(item: Placed): void {
  item.place?.remove(item);
}
