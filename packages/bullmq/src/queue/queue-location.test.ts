import { bullmqQueueOf } from './queue-location.js';

describe('bullmqQueueOf', () => {
  it('keeps all keys of a queue on one node of a cluster', () => {
    expect(bullmqQueueOf('default')).toEqual({ name: 'default', prefix: 'scheduler:{default}' });
  });

  it('takes the prefix of the keys that the nodes have, and names with a colon', () => {
    expect(bullmqQueueOf('mail:out', { keyPrefix: 'shop:' })).toEqual({
      name: 'mail~out',
      prefix: 'shop:{mail~out}',
    });
  });
});
