import type { Randomness } from '@scheduler/contracts';
import { SeededRandomness } from '../../helpers/seeded-randomness.js';

/**
 * Chance that depends on the seed and on what it is about, not on what was drawn before: leaving out one fault does not change the
 * others, which makes a failing run small.
 */
export class Dice {
  constructor(readonly seed: number) {}

  /** Numbers of their own for whatever the key names. */
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

/** FNV-1a over the key, started by the seed. */
function mixed(seed: number, key: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
  return hash ^ (hash >>> 15);
}
