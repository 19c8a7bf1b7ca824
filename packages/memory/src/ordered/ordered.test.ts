import { SeededRandomness } from '@scheduler/testing';
import { IndexedHeap } from './indexed-heap.js';
import { OrderedQueue } from './ordered-queue.js';
import { isBefore, type OrderedItem, removeItem } from './ordered-item.js';
import { SortedRun } from './sorted-run.js';

const item = (id: string, sortMs: number): OrderedItem => ({ id, sortMs, container: null, position: -1 });

const inOrder = (items: Iterable<OrderedItem>) => [...items].sort((a, b) => (isBefore(a, b) ? -1 : 1));

interface Container {
  first(): OrderedItem | null;
  push(one: OrderedItem): void;
}

function takeAll(container: Container): OrderedItem[] {
  const taken: OrderedItem[] = [];
  for (let first = container.first(); first !== null; first = container.first()) {
    removeItem(first);
    taken.push(first);
  }
  return taken;
}

describe.each([
  ['IndexedHeap', () => new IndexedHeap<OrderedItem>()],
  ['OrderedQueue', () => new OrderedQueue<OrderedItem>()],
])('%s', (_name, create) => {
  it.each([1, 2, 3, 4, 5])(
    'returns items by time and id after random additions and removals (seed %i)',
    (seed) => {
      const random = new SeededRandomness(seed);
      const container = create();
      const expected = new Set<OrderedItem>();
      for (let step = 0; step < 2_000; step += 1) {
        if (random.next() < 0.6) {
          const added = item(`id-${Math.floor(random.next() * 1e9)}`, Math.floor(random.next() * 50));
          container.push(added);
          expected.add(added);
        } else {
          const items = [...expected];
          const removed =
            random.next() < 0.5 ? container.first() : items[Math.floor(random.next() * items.length)];
          if (removed === null || removed === undefined) continue;
          removeItem(removed);
          expected.delete(removed);
        }
        expect(container.size).toBe(expected.size);
      }
      expect(takeAll(container)).toEqual(inOrder(expected));
    },
  );

  it('accepts an item again after it was removed', () => {
    const container = create();
    const one = item('a', 1);
    container.push(one);
    removeItem(one);
    removeItem(one);
    one.sortMs = 9;
    container.push(item('b', 5));
    container.push(one);
    expect(takeAll(container).map(({ id }) => id)).toEqual(['b', 'a']);
  });
});

describe('IndexedHeap', () => {
  it('returns the first items up to an instant and keeps them', () => {
    const heap = new IndexedHeap<OrderedItem>();
    for (const ms of [5, 3, 9, 1, 7]) heap.push(item(`i${ms}`, ms));
    expect(heap.upTo(7, 3).map(({ sortMs }) => sortMs)).toEqual([1, 3, 5]);
    expect(heap.upTo(4, 10).map(({ sortMs }) => sortMs)).toEqual([1, 3]);
    expect(heap.size).toBe(5);
  });
});

describe('SortedRun', () => {
  it('accepts only items after the last one, and any item when it is empty', () => {
    const run = new SortedRun<OrderedItem>();
    run.push(item('b', 5));
    expect(run.accepts(item('c', 5))).toBe(true);
    expect(run.accepts(item('a', 5))).toBe(false);
    expect(run.accepts(item('z', 4))).toBe(false);
    const first = run.first();
    if (first !== null) removeItem(first);
    expect(run.accepts(item('a', 1))).toBe(true);
  });

  it('reuses the slots of removed items', () => {
    const run = new SortedRun<OrderedItem>();
    for (let count = 0; count < 10_000; count += 1) {
      const one = item(String(count).padStart(5, '0'), count);
      run.push(one);
      removeItem(one);
    }
    expect(run.size).toBe(0);
    expect((run as unknown as { slots: unknown[] }).slots.length).toBeLessThan(100);
  });
});
