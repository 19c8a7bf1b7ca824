/** The most rows of one statement. A larger one would block others for long, and databases limit the number of bound values. */
const ROWS_AT_ONCE = 2_000;

export function inSlices<T>(items: readonly T[], size = ROWS_AT_ONCE): readonly (readonly T[])[] {
  if (items.length <= size) return items.length === 0 ? [] : [items];
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
