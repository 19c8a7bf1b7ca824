import { SeededRandomness } from './seeded-randomness.js';

const draw = (seed: number, count: number) => {
  const randomness = new SeededRandomness(seed);
  return Array.from({ length: count }, () => randomness.next());
};

describe('SeededRandomness', () => {
  it('gives the same numbers for the same seed only', () => {
    expect(draw(7, 50)).toEqual(draw(7, 50));
    expect(draw(7, 50)).not.toEqual(draw(8, 50));
  });

  it('stays in [0, 1) and spreads over it', () => {
    const numbers = draw(42, 10_000);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(mean).toBeGreaterThan(0.48);
    expect(mean).toBeLessThan(0.52);
  });
});
