/** Generates ids. The default generates UUIDv7: unique without coordination, and ordered by time. */
export interface IdGenerator {
  next(): string;
}

/** Randomness that a test or a simulator can seed. */
export interface Randomness {
  /** A number in [0, 1). */
  next(): number;
}
