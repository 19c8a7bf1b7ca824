import { SeededRandomness } from '../../helpers/seeded-randomness.js';
import { between, Dice, oneOf } from './dice.js';

const KEYS = Array.from({ length: 1_000 }, (_, index) => `call n1.1:${index}`);

describe('Dice', () => {
  it('gives the same number for the same seed and key, independent of earlier numbers', () => {
    const [one, other] = [new Dice(7), new Dice(7)];
    const forwards = KEYS.map((key) => one.roll(key));
    const backwards = [...KEYS].reverse().map((key) => other.roll(key));
    expect(backwards.reverse()).toEqual(forwards);
    expect(KEYS.map((key) => one.roll(key))).toEqual(forwards);
  });

  it('gives each key a separate sequence of numbers, of which the first is the roll', () => {
    const dice = new Dice(7);
    const randomness = dice.about('a');
    const numbers = [randomness.next(), randomness.next()];
    expect(numbers[0]).toBe(dice.roll('a'));
    expect(numbers[0]).not.toBe(numbers[1]);
    expect(dice.about('a').next()).toBe(numbers[0]);
    expect(new Set(KEYS.map((key) => dice.roll(key))).size).toBe(KEYS.length);
  });

  it('gives other numbers for another seed', () => {
    const rolls = Array.from({ length: 1_000 }, (_, seed) => new Dice(seed).roll('setting'));
    expect(new Set(rolls).size).toBe(rolls.length);
  });

  it('spreads the numbers of keys that look alike over the whole range', () => {
    const rolls = KEYS.map((key) => new Dice(1).roll(key));
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => rolls.filter((roll) => Math.floor(roll * 10) === tenth).length,
    );
    for (const count of tenths) expect(Math.abs(count - 100)).toBeLessThan(50);
    expect(tenths.reduce((sum, count) => sum + count)).toBe(rolls.length);
  });
});

describe('between', () => {
  it('gives every whole number of the range, both ends included', () => {
    const randomness = new SeededRandomness(1);
    const seen = new Set(Array.from({ length: 200 }, () => between(randomness, -1, 2)));
    expect([...seen].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2]);
  });

  it('gives the only number of a range of one', () => {
    expect(between(new SeededRandomness(1), 4, 4)).toBe(4);
  });
});

describe('oneOf', () => {
  it('gives each of the items, and undefined for an empty list', () => {
    const randomness = new SeededRandomness(1);
    const seen = new Set(Array.from({ length: 200 }, () => oneOf(randomness, ['a', 'b', 'c'])));
    expect([...seen].sort()).toEqual(['a', 'b', 'c']);
    expect(oneOf(randomness, [])).toBeUndefined();
  });
});
