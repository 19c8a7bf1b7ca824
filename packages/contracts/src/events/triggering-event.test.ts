import type { JsonObject } from '../values/json.js';
import { eventOf } from './triggering-event.js';

describe('eventOf (F190)', () => {
  const event = { id: 'e1', name: 'ticket:created', at: '2030-01-01T00:00:00.000Z', data: { ticket: 7 } };

  it('returns the event that created the work', () => {
    expect(eventOf({ metadata: { event } })).toEqual(event);
  });

  it.each<JsonObject>([
    {},
    { event: null },
    { event: 'ticket:created' },
    { event: ['name'] },
    { event: { at: 'noon' } },
  ])('finds none in %j', (metadata) => {
    expect(eventOf({ metadata })).toBeNull();
  });
});
