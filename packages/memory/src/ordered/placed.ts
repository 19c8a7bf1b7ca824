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

export type Order = (a: Placed, b: Placed) => boolean;

export const isBefore: Order = (a, b) => a.sortMs < b.sortMs || (a.sortMs === b.sortMs && a.id < b.id);

/** Equal instants stay as they come, which makes many of one instant cheap. */
export const isEarlier: Order = (a, b) => a.sortMs < b.sortMs;

/** Harmless for something that stands nowhere. */
export function takeOut(item: Placed): void {
  item.place?.remove(item);
}
