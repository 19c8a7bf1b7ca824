import type { Randomness } from '@scheduler/contracts';

export class SystemRandomness implements Randomness {
  next(): number {
    return Math.random();
  }
}
