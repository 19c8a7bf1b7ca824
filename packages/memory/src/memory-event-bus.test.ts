import type { BusEvent } from '@scheduler/contracts';
import { MemoryEventBus } from './memory-event-bus.js';

const event = (name: string): BusEvent => ({ name, at: new Date(0), tenant: null, data: {} });

describe('MemoryEventBus', () => {
  it('wants exactly what somebody listens to', () => {
    const bus = new MemoryEventBus();
    expect(bus.wants('one')).toBe(false);
    const unsubscribe = bus.subscribe({ names: ['one'], listener: () => undefined });
    expect(bus.wants('one')).toBe(true);
    expect(bus.wants('two')).toBe(false);
    unsubscribe();
    expect(bus.wants('one')).toBe(false);
  });

  it('delivers after the turn of the publisher, and before it goes on', async () => {
    const bus = new MemoryEventBus();
    const heard: string[] = [];
    bus.subscribe({ names: [], listener: ({ name }) => heard.push(name) });
    const published = bus.publish({ events: [event('one')] });
    expect(heard).toEqual([]);
    await published;
    expect(heard).toEqual(['one']);
  });

  it('delivers what a listener publishes', async () => {
    const bus = new MemoryEventBus();
    const heard: string[] = [];
    bus.subscribe({ names: ['one'], listener: () => void bus.publish({ events: [event('two')] }) });
    bus.subscribe({ names: [], listener: ({ name }) => heard.push(name) });
    await bus.publish({ events: [event('one')] });
    await Promise.resolve();
    expect(heard).toEqual(['one', 'two']);
  });

  it('tells who wants to know about a listener that throws', async () => {
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
