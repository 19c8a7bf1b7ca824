import { ShortIds } from './short-ids.js';

describe('ShortIds', () => {
  it('creates different ids that are easy to read aloud', () => {
    const ids = new ShortIds();
    const made = Array.from({ length: 500 }, () => ids.next());
    expect(new Set(made).size).toBe(made.length);
    expect(made.every((id) => /^[a-hjkmnp-z2-9]{8}$/.test(id))).toBe(true);
  });
});
