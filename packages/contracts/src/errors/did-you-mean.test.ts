import { didYouMean } from './did-you-mean.js';

const KNOWN = ['trigger', 'timeout', 'tags', 'tenant', 'SCHEDULER_WORKERS'];

describe('didYouMean', () => {
  it.each([
    ['triger', 'trigger'],
    ['trigerr', 'trigger'],
    ['Timeout', 'timeout'],
    ['timeuot', 'timeout'],
    ['tag', 'tags'],
    ['tennant', 'tenant'],
    ['SCHEDULER_WORKER', 'SCHEDULER_WORKERS'],
    ['trigger', 'trigger'],
  ])('takes %s for %s', (word, meant) => {
    expect(didYouMean(word, KNOWN)).toBe(meant);
  });

  it.each(['unrelated', 'x', '', 'triggerhappyness', 'timestamps'])('knows nothing near %p', (word) => {
    expect(didYouMean(word, KNOWN)).toBeNull();
  });

  it('does not take half of a short word for a typing error', () => {
    expect(didYouMean('rope', ['type'])).toBeNull();
    expect(didYouMean('typ', ['type'])).toBe('type');
  });

  it('takes the nearest of several, and the first of equally near ones', () => {
    expect(didYouMean('cat', ['coat', 'cats', 'cat'])).toBe('cat');
    expect(didYouMean('cat', ['bat', 'hat'])).toBe('bat');
  });

  it('knows nothing where nothing is known', () => {
    expect(didYouMean('trigger', [])).toBeNull();
  });
});
