import type { Randomness } from '@scheduler/contracts';
import { SeededRandomness } from '../../helpers/seeded-randomness.js';

/**
 * Random numbers that depend on the seed and on a key, not on the numbers drawn before. Leaving out one fault thus does not change the
 * others, so that a failing run can be reduced.
 */
export class Dice {
  constructor(readonly seed: number) {}

  /** A separate sequence of numbers for the key. */
  about(key: string): Randomness {
    return new SeededRandomness(mixed(this.seed, key));
  }

  /** One number in [0, 1) for the key. */
  roll(key: string): number {
    return this.about(key).next();
  }
}

/** A whole number from `least` through `most`. */
export function between(randomness: Randomness, least: number, most: number): number {
  return least + Math.floor(randomness.next() * (most - least + 1));
}

export function oneOf<TItem>(randomness: Randomness, items: readonly TItem[]): TItem | undefined {
  return items[Math.floor(randomness.next() * items.length)];
}

/** FNV-1a over the key, starting with the seed. */
function mixed(seed: number, key: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
  return hash ^ (hash >>> 15);
}
