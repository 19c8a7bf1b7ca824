/** How many a step works on at most, so that it holds up the others for a few milliseconds only. */
export const AT_ONCE = 500;

export function inChunks<T>(items: readonly T[], size = AT_ONCE): readonly (readonly T[])[] {
  if (items.length <= size) return items.length === 0 ? [] : [items];
  const chunks: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size));
  return chunks;
}
