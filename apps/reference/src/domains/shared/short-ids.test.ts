import { ShortIds } from './short-ids.js';

describe('ShortIds', () => {
  it('creates different ids that are easy to read aloud', () => {
    const ids = new ShortIds();
    const generated = Array.from({ length: 500 }, () => ids.next());
    expect(new Set(generated).size).toBe(generated.length);
    expect(generated.every((id) => /^[a-hjkmnp-z2-9]{8}$/.test(id))).toBe(true);
  });
});
