import type { PageRequest } from '../values/page.js';
import { allItems, eachPage } from './each-page.js';

function listOf(length: number) {
  const all = Array.from({ length }, (_, index) => index);
  const requests: PageRequest[] = [];
  const read = async (page: PageRequest) => {
    requests.push(page);
    return { items: all.slice(page.offset, page.offset + page.limit) };
  };
  return { all, requests, read };
}

it.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [5, 3],
])('reads a list of %i items by pages of two with %i requests', async (length, requested) => {
  const { all, requests, read } = listOf(length);
  expect(await allItems(2, read)).toEqual(all);
  expect(requests).toEqual(Array.from({ length: requested }, (_, page) => ({ limit: 2, offset: page * 2 })));
});

it('reads no further than its caller needs, and yields no empty page', async () => {
  const { requests, read } = listOf(4);
  for await (const items of eachPage(2, read)) {
    expect(items).toEqual([0, 1]);
    break;
  }
  expect(requests).toHaveLength(1);
  const pages: (readonly number[])[] = [];
  for await (const items of eachPage(2, read)) pages.push(items);
  expect(pages).toEqual([
    [0, 1],
    [2, 3],
  ]);
});
