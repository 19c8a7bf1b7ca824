import { formatToken, hashOf, hasHash, readToken } from './api-key-token.js';

const SECRET = '0f'.repeat(32);

describe('a token', () => {
  it('is read as it was formatted', () => {
    const shown = { id: '0190aB', secret: SECRET };
    expect(formatToken(shown)).toBe(`sch_0190aB_${SECRET}`);
    expect(readToken(formatToken(shown))).toEqual(shown);
  });

  it.each([
    undefined,
    null,
    7,
    {},
    '',
    'sch_',
    `sch__${SECRET}`,
    `sch_a_${SECRET}0`,
    `sch_a_${SECRET.slice(1)}`,
    `sch_a_${SECRET.toUpperCase()}`,
    ` sch_a_${SECRET}`,
    `sch_a_${SECRET}\n`,
    `sch_a_b_${SECRET}`,
    `key_a_${SECRET}`,
    `sch_${'a'.repeat(65)}_${SECRET}`,
  ])('is not %j', (token) => {
    expect(readToken(token)).toBeNull();
  });

  it('fits the hash of its secret alone', () => {
    expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hasHash(SECRET, hashOf(SECRET))).toBe(true);
    for (const hash of [null, '', hashOf('other'), hashOf(SECRET).slice(1), `${hashOf(SECRET)}0`])
      expect(hasHash(SECRET, hash)).toBe(false);
  });
});
