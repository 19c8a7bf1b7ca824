/** The nodes of this process that have opened a store and not closed it again. */
const holders = new WeakMap<object, Set<object>>();

/** Notes that a node uses the store. */
export function holdStore(store: object, node: object): void {
  const nodes = holders.get(store) ?? new Set();
  holders.set(store, nodes.add(node));
}

/** Notes that a node does not use the store any more. True: no other node does, so that the store can be closed. */
export function releaseStore(store: object, node: object): boolean {
  const nodes = holders.get(store);
  nodes?.delete(node);
  return (nodes?.size ?? 0) === 0;
}
