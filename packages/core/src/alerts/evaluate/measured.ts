import type { Reading } from './decide.js';
import type { ReadOnce } from './read-once.js';

/** What one round of evaluation reads with. */
export interface Round {
  readonly now: Date;
  readonly readOnce: ReadOnce;
}

export interface Measured {
  readonly readings: readonly Reading[];
  /** False: there is more than is looked at, so that a missing reading does not say that something is over. */
  readonly isComplete: boolean;
}
