import { pagesByInstant, type InstantPageRequest } from './pages-by-instant.js';

interface Item {
  readonly id: string;
  readonly at: number;
}

/** As a store reads them, and how often it was asked. */
function storeOf(items: Item[]) {
  const requests: InstantPageRequest[] = [];
  const read = async (request: InstantPageRequest) => {
    requests.push(request);
    const { since, offset, limit } = request;
    return items
      .filter(({ at }) => since === undefined || at >= since.getTime())
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      .slice(offset, offset + limit);
  };
  return { read, requests };
}

async function idsOf(items: Item[], afterEach: (seen: readonly string[]) => void = () => undefined) {
  const { read, requests } = storeOf(items);
  const ids: string[] = [];
  for await (const page of pagesByInstant({ read, instantOf: ({ at }) => new Date(at), limit: 2 })) {
    ids.push(...page.map(({ id }) => id));
    afterEach(ids);
  }
  return { ids, requests };
}

const items = (...instants: number[]) =>
  instants.map((at, index) => ({ id: String.fromCharCode(97 + index), at }));

describe('inPortions', () => {
  it.each([
    ['nothing', []],
    ['less than a portion', [1]],
    ['as much as a portion', [1, 2]],
    ['instants of their own', [1, 2, 3, 4, 5]],
    ['one instant for all', [7, 7, 7, 7, 7]],
    ['instants that some share', [1, 1, 1, 2, 2, 3, 3, 3]],
  ])('reads everything once: %s', async (_title, instants) => {
    const { ids } = await idsOf(items(...instants));
    expect(ids).toEqual(items(...instants).map(({ id }) => id));
  });

  it('begins where it ended, so that what leaves meanwhile hides nothing', async () => {
    const stored = items(1, 2, 3, 4, 5, 6);
    const { ids, requests } = await idsOf(stored, (seen) => {
      for (const id of seen.slice(0, -1)) {
        const index = stored.findIndex((item) => item.id === id);
        if (index >= 0) stored.splice(index, 1);
      }
    });
    expect(ids).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(requests[1]).toEqual({ since: new Date(2), offset: 1, limit: 2 });
  });
});
