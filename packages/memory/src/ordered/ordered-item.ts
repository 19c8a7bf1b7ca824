/** An item that is in at most one ordered container at a time and knows its position there, so that it can be removed directly. */
export interface OrderedItem {
  readonly id: string;
  /** The milliseconds that containers order by. Changed only while the item is in none. */
  sortMs: number;
  container: OrderedContainer | null;
  /** The position in the container, which only the container changes. */
  position: number;
}

export interface OrderedContainer {
  remove(item: OrderedItem): void;
}

export type Order = (a: OrderedItem, b: OrderedItem) => boolean;

export const isBefore: Order = (a, b) => a.sortMs < b.sortMs || (a.sortMs === b.sortMs && a.id < b.id);

/** Ignores ids, which is cheaper where many items have the same instant. */
export const isEarlier: Order = (a, b) => a.sortMs < b.sortMs;

/** Removes an item from its container. Does nothing if it is in none. */
export function removeItem(item: OrderedItem): void {
  item.container?.remove(item);
}
