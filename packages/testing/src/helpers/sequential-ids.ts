import type { IdGenerator } from '@scheduler/contracts';

const DIGITS = 12;

/** Ids in the form of UUIDs that count up, so that a test knows their order. */
export class SequentialIds implements IdGenerator {
  private count: number;

  /** `start`: the number of the first id. */
  constructor(start = 1) {
    this.count = start - 1;
  }

  next(): string {
    this.count += 1;
    return `00000000-0000-7000-8000-${this.count.toString(16).padStart(DIGITS, '0')}`;
  }
}
