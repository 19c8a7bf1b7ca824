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

  it.each(['unrelated', 'x', '', 'triggerhappyness', 'timestamps'])('finds nothing similar to %p', (word) => {
    expect(didYouMean(word, KNOWN)).toBeNull();
  });

  it('does not accept a short word of which half differs', () => {
    expect(didYouMean('rope', ['type'])).toBeNull();
    expect(didYouMean('typ', ['type'])).toBe('type');
  });

  it('returns the most similar word, and the first of equally similar ones', () => {
    expect(didYouMean('cat', ['coat', 'cats', 'cat'])).toBe('cat');
    expect(didYouMean('cat', ['bat', 'hat'])).toBe('bat');
  });

  it('finds nothing among no words', () => {
    expect(didYouMean('trigger', [])).toBeNull();
  });

  it('finds the word that was shortened or is one of several', () => {
    expect(didYouMean('que', ['queue', 'types'])).toBe('queue');
    expect(didYouMean('shouldRetry', ['error', 'retry', 'delay'])).toBe('retry');
    expect(didYouMean('max', ['maxItems', 'maxRetries'])).toBeNull();
  });
});
