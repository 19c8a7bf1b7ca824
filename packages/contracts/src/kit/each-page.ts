import type { PageRequest } from '../values/page.js';

/** Reads one page of a list. */
export type ReadPage<TItem> = (page: PageRequest) => Promise<{ readonly items: readonly TItem[] }>;

/**
 * Reads a list page by page until a page is not full. An item that leaves the list meanwhile moves those after it to an earlier
 * page, where they are missed: code that removes items from the list while it reads them has to count the offset itself.
 */
export async function* eachPage<TItem>(
  limit: number,
  read: ReadPage<TItem>,
): AsyncGenerator<readonly TItem[], void, undefined> {
  for (let offset = 0; ; offset += limit) {
    const { items } = await read({ limit, offset });
    if (items.length > 0) yield items;
    if (items.length < limit) return;
  }
}

/** All items of a list, read page by page. */
export async function allItems<TItem>(limit: number, read: ReadPage<TItem>): Promise<readonly TItem[]> {
  const all: TItem[] = [];
  for await (const items of eachPage(limit, read)) all.push(...items);
  return all;
}
