export interface InstantPageRequest {
  /** Only what lies at this instant or later. Missing: everything. */
  readonly since?: Date;
  readonly offset: number;
  readonly limit: number;
}

export interface PagesByInstant<T> {
  /** Ordered by their instants, oldest first. */
  readonly read: (request: InstantPageRequest) => Promise<readonly T[]>;
  readonly instantOf: (item: T) => Date;
  readonly limit: number;
}

/**
 * Reads everything that is stored, page by page, while the set of what matches shrinks. Each page begins at the instant where the last
 * one ended, instead of after so many items as in `eachPage`: an item that ends meanwhile does not push others out of sight, and the
 * last page costs no more than the first.
 */
export async function* pagesByInstant<T>({
  read,
  instantOf,
  limit,
}: PagesByInstant<T>): AsyncGenerator<readonly T[]> {
  let request: InstantPageRequest = { offset: 0, limit };
  for (;;) {
    const items = await read(request);
    if (items.length > 0) yield items;
    const last = items.at(-1);
    if (last === undefined || items.length < limit) return;
    const since = instantOf(last);
    const there = items.filter((item) => instantOf(item).getTime() === since.getTime()).length;
    const before = request.since?.getTime() === since.getTime() ? request.offset : 0;
    request = { since, offset: before + there, limit };
  }
}
