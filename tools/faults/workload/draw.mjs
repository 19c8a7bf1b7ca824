import { SeededRandomness } from '@scheduler/testing';

/** Random numbers that depend only on the seed and the parts, so that every process draws the same ones for the same attempt. */
export function drawn(seed, ...parts) {
  let hash = 2_166_136_261 ^ seed;
  for (const letter of parts.join('/')) {
    hash = Math.imul(hash ^ letter.codePointAt(0), 16_777_619);
  }
  return new SeededRandomness(hash >>> 0);
}

/** A whole number from `least` to `most`, both included. */
export function between(random, least, most) {
  return least + Math.floor(random.next() * (most - least + 1));
}

export function oneOf(random, items) {
  return items[between(random, 0, items.length - 1)];
}
