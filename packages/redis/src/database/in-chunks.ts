/** How many items one script processes at most, so that it blocks Redis for a few milliseconds only. */
export const CHUNK_SIZE = 500;

export function inChunks<T>(items: readonly T[], size = CHUNK_SIZE): readonly (readonly T[])[] {
  if (items.length <= size) return items.length === 0 ? [] : [items];
  const chunks: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size));
  return chunks;
}
