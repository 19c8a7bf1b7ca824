import assert from 'node:assert/strict';
import type { BusEvent } from '@scheduler/contracts';
import { eventually } from '../kit/assertions.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { EventBusHarness } from '../kit/harness.js';

function event(name: string, data: BusEvent['data'] = {}): BusEvent {
  return { name, at: new Date('2030-01-01T00:00:00.123Z'), tenant: 'a', data };
}

function listen({ events }: EventBusHarness, ...names: readonly string[]) {
  const received: BusEvent[] = [];
  const unsubscribe = events.subscribe({ names, listener: (one) => received.push(one) });
  return { received, unsubscribe };
}

const LAST = event('conformance.last');

/** Publishes, and waits until everything that was published so far has been delivered. */
async function publishAll(harness: EventBusHarness, ...events: readonly BusEvent[]): Promise<void> {
  const { received, unsubscribe } = listen(harness, LAST.name);
  await harness.events.publish({ events });
  await harness.events.publish({ events: [LAST] });
  await eventually('the last event', () => received.length > 0);
  unsubscribe();
}

const names = (received: readonly BusEvent[]) => received.map(({ name }) => name);

export const eventBus: ConformanceGroup<EventBusHarness> = {
  title: 'events',
  cases: {
    'delivers an event as it was': async (harness) => {
      const { received } = listen(harness, 'one');
      const sent = event('one', { text: 'ü"\\', list: [1, { deep: null }], yes: true });
      await publishAll(harness, sent);
      assert.deepEqual(
        received.map((one) => ({ ...one })),
        [sent],
      );
    },
    'delivers only the names that were asked for': async (harness) => {
      const { received } = listen(harness, 'one', 'three');
      await publishAll(harness, event('one'), event('two'), event('three'), event('one.more'));
      assert.deepEqual(names(received), ['one', 'three']);
    },
    'delivers every event where no name was asked for': async (harness) => {
      const { received } = listen(harness);
      await publishAll(harness, event('one'), event('two'));
      assert.deepEqual(names(received).slice(0, 2), ['one', 'two']);
    },
    'delivers in the order of publishing': async (harness) => {
      const { received } = listen(harness, 'step');
      const steps = Array.from({ length: 20 }, (_, step) => event('step', { step }));
      await publishAll(harness, ...steps);
      assert.deepEqual(
        received.map(({ data }) => data['step']),
        steps.map(({ data }) => data['step']),
      );
    },
    'delivers to every listener': async (harness) => {
      const [first, second] = [listen(harness, 'one'), listen(harness, 'one')];
      await publishAll(harness, event('one'));
      assert.equal(first.received.length, 1);
      assert.equal(second.received.length, 1);
    },
    'delivers nothing after a listener unsubscribed': async (harness) => {
      const { received, unsubscribe } = listen(harness, 'one');
      unsubscribe();
      unsubscribe();
      await publishAll(harness, event('one'));
      assert.equal(received.length, 0);
    },
    'is not disturbed by a listener that throws': async (harness) => {
      harness.events.subscribe({
        names: ['one'],
        listener: () => {
          throw new Error('the listener is broken');
        },
      });
      const { received } = listen(harness, 'one');
      await publishAll(harness, event('one'), event('one'));
      assert.equal(received.length, 2);
    },
    'publishes where nobody listens, and publishes nothing': async ({ events }) => {
      await events.publish({ events: [event('one')] });
      await events.publish({ events: [] });
    },
    'wants what somebody listens to': async (harness) => {
      listen(harness, 'one');
      assert.equal(harness.events.wants('one'), true);
    },
    'wants every event where somebody listens to all': async (harness) => {
      listen(harness);
      assert.equal(harness.events.wants('whatever'), true);
    },
  },
};
