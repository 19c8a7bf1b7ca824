import type { DispatchNote } from '@scheduler/contracts/adapter';
import { letPromisesSettle } from '@scheduler/testing';
import { MemoryJobQueue } from './memory-job-queue.js';

const note = (queue = 'default', availableAt = new Date(0)): DispatchNote => ({
  executionId: 'e',
  queue,
  priority: 5,
  availableAt,
  fence: 0,
});

async function consuming(
  queue: MemoryJobQueue,
  name = 'default',
  work: () => Promise<void> = async () => {},
) {
  const state = { count: 0 };
  const deliver = async () => {
    state.count += 1;
    await work();
    return [];
  };
  const consumer = await queue.consume({ queue: name, concurrency: 10, deliver });
  return { state, consumer };
}

describe('MemoryJobQueue', () => {
  it('makes one delivery for all notes of one turn of the event loop', async () => {
    const queue = new MemoryJobQueue();
    const { state } = await consuming(queue);
    void queue.dispatch({ notes: Array.from({ length: 100 }, () => note()) });
    void queue.dispatch({ notes: [note(), note('other')] });
    expect(state.count).toBe(0);
    await letPromisesSettle();
    expect(state.count).toBe(1);
  });

  it('delivers for a future note too, so that consumers can set their timers', async () => {
    const queue = new MemoryJobQueue();
    const { state } = await consuming(queue);
    await queue.dispatch({ notes: [note('default', new Date('2999-01-01T00:00:00Z'))] });
    await letPromisesSettle();
    expect(state.count).toBe(1);
  });

  it('delivers one at a time, and once more for all notes that came meanwhile', async () => {
    const queue = new MemoryJobQueue();
    let finish: () => void = () => undefined;
    const { state } = await consuming(queue, 'default', () => new Promise<void>((done) => (finish = done)));
    for (let count = 0; count < 5; count += 1) {
      await queue.dispatch({ notes: [note()] });
      await letPromisesSettle();
    }
    expect(state.count).toBe(1);
    finish();
    await letPromisesSettle();
    expect(state.count).toBe(2);
    finish();
    await letPromisesSettle();
    expect(state.count).toBe(2);
  });

  it('wakes up every consumer of the queue', async () => {
    const queue = new MemoryJobQueue();
    const consumers = [await consuming(queue), await consuming(queue)];
    await queue.dispatch({ notes: [note()] });
    await letPromisesSettle();
    expect(consumers.map(({ state }) => state.count)).toEqual([1, 1]);
  });

  it('calls onError for a consumer that throws', async () => {
    const errors: unknown[] = [];
    const queue = new MemoryJobQueue({ onError: (error) => errors.push(error) });
    await consuming(queue, 'default', () => Promise.reject(new Error('broken')));
    await queue.dispatch({ notes: [note()] });
    await letPromisesSettle();
    expect(errors).toEqual([new Error('broken')]);
  });

  it('delivers nothing to a consumer that was closed in the same turn', async () => {
    const queue = new MemoryJobQueue();
    const { state, consumer } = await consuming(queue);
    void queue.dispatch({ notes: [note()] });
    void consumer.close();
    await letPromisesSettle();
    expect(state.count).toBe(0);
  });
});
