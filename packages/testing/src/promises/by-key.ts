/** Groups items by key, in their order. Items without a key are left out. */
export function byKey<TItem>(
  items: Iterable<TItem>,
  keyOf: (item: TItem) => string | null,
): ReadonlyMap<string, readonly TItem[]> {
  const groups = new Map<string, TItem[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
