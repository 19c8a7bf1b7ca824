/**
 * The cycles of a directed graph (Map of node → iterable of nodes): for each group of nodes that reach one another,
 * one shortest way around, such as [a, b] for a → b → a.
 */
export function cyclesOf(edges) {
  return connectedGroups(edges).map((group) => {
    const inside = new Set(group);
    const [start] = [...group].sort();
    const next = [...(edges.get(start) ?? [])].filter((node) => inside.has(node));
    const ways = next.map((node) => wayBetween(edges, node, start)).filter((way) => way !== null);
    const [shortest] = ways.sort((a, b) => a.length - b.length);
    return [start, ...shortest.slice(0, -1)];
  });
}

/** The nodes on a shortest way, both ends included. Null: there is no way. */
export function wayBetween(edges, from, to) {
  const reachedFrom = new Map([[from, null]]);
  for (const node of reachedFrom.keys()) {
    if (node === to) return wayBack(reachedFrom, node);
    for (const next of edges.get(node) ?? []) if (!reachedFrom.has(next)) reachedFrom.set(next, node);
  }
  return null;
}

function wayBack(reachedFrom, end) {
  const way = [];
  for (let node = end; node !== null; node = reachedFrom.get(node)) way.unshift(node);
  return way;
}

/** Tarjan's strongly connected components of more than one node. */
function connectedGroups(edges) {
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const groups = [];
  const visit = (node) => {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    open.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = open.splice(open.indexOf(node));
    if (group.length > 1) groups.push(group);
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return groups;
}
