export interface PortionRequest {
  /** Only what lies at this instant or later. Missing: everything. */
  readonly since?: Date;
  readonly offset: number;
  readonly limit: number;
}

export interface Portions<T> {
  /** Ordered by their instants, oldest first. */
  readonly read: (request: PortionRequest) => Promise<readonly T[]>;
  readonly instantOf: (item: T) => Date;
  readonly limit: number;
}

/**
 * Everything that is stored, in portions. Each begins at the instant where the last one ended instead of after so many: what ends
 * meanwhile does not push others out of sight, and the last portion costs no more than the first.
 */
export async function* inPortions<T>({ read, instantOf, limit }: Portions<T>): AsyncGenerator<readonly T[]> {
  let request: PortionRequest = { offset: 0, limit };
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
