import type { BusEvent } from '@scheduler/contracts';
import { MemoryEventBus } from './memory-event-bus.js';

const event = (name: string): BusEvent => ({ name, at: new Date(0), tenant: null, data: {} });

describe('MemoryEventBus', () => {
  it('wants exactly the events that have a listener', () => {
    const bus = new MemoryEventBus();
    expect(bus.wants('one')).toBe(false);
    const unsubscribe = bus.subscribe({ names: ['one'], listener: () => undefined });
    expect(bus.wants('one')).toBe(true);
    expect(bus.wants('two')).toBe(false);
    unsubscribe();
    expect(bus.wants('one')).toBe(false);
  });

  it('delivers before publish resolves, but not synchronously', async () => {
    const bus = new MemoryEventBus();
    const received: string[] = [];
    bus.subscribe({ names: [], listener: ({ name }) => received.push(name) });
    const published = bus.publish({ events: [event('one')] });
    expect(received).toEqual([]);
    await published;
    expect(received).toEqual(['one']);
  });

  it('delivers events that a listener publishes', async () => {
    const bus = new MemoryEventBus();
    const received: string[] = [];
    bus.subscribe({ names: ['one'], listener: () => void bus.publish({ events: [event('two')] }) });
    bus.subscribe({ names: [], listener: ({ name }) => received.push(name) });
    await bus.publish({ events: [event('one')] });
    await Promise.resolve();
    expect(received).toEqual(['one', 'two']);
  });

  it('calls onError for a listener that throws', async () => {
    const errors: unknown[] = [];
    const bus = new MemoryEventBus({ onError: (error) => errors.push(error) });
    bus.subscribe({
      names: [],
      listener: () => {
        throw new Error('broken');
      },
    });
    await bus.publish({ events: [event('one')] });
    expect(errors).toEqual([new Error('broken')]);
  });
});
