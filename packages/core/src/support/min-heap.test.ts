import { MinHeap } from './min-heap.js';

describe('MinHeap', () => {
  it('gives numbers back from the smallest to the biggest', () => {
    const heap = new MinHeap();
    const numbers = Array.from({ length: 200 }, (_, index) => (index * 7919) % 101);
    for (const number of numbers) heap.push(number);
    expect(heap.size).toBe(200);
    const sorted = numbers.map(() => heap.pop());
    expect(sorted).toEqual([...numbers].sort((a, b) => a - b));
    expect([heap.pop(), heap.peek(), heap.size]).toEqual([null, null, 0]);
  });
});
