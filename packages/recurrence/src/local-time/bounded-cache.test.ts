import { BoundedCache } from './bounded-cache.js';

describe('a bounded cache', () => {
  it('creates a value once', () => {
    const cache = new BoundedCache<string, object>(2);
    const created = cache.getOrCreate('a', () => ({}));
    expect(cache.getOrCreate('a', () => ({}))).toBe(created);
  });

  it('drops the least recently used value', () => {
    const cache = new BoundedCache<string, string>(2);
    for (const key of ['a', 'b', 'a', 'c']) cache.getOrCreate(key, () => key);
    expect(cache.size).toBe(2);
    expect(cache.getOrCreate('a', () => 'anew')).toBe('a');
    expect(cache.getOrCreate('b', () => 'anew')).toBe('anew');
  });

  it('keeps nothing when creating fails', () => {
    const cache = new BoundedCache<string, string>(2);
    const fail = () => {
      throw new Error('no');
    };
    expect(() => cache.getOrCreate('a', fail)).toThrow('no');
    expect(cache.size).toBe(0);
  });
});
